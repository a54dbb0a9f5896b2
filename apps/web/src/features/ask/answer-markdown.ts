import type { Answer } from './answer-state.ts';
import { placeOf } from './place-link.tsx';

/** Question, sentences with the numbers of their sources, and the sources with their quotes and addresses. */
export function answerAsMarkdown({ question, sentences, sources }: Answer, origin: string): string {
  const body = sentences.map(({ text, sources: numbers }) => {
    const marks = numbers.map((number) => `[${number}]`).join('');
    return marks ? `${escaped(text)} ${marks}` : escaped(text);
  });
  const list = sources.map((source, index) => {
    const place = placeOf(source);
    const title = escaped(source.title);
    const name = place ? `[${title}](${origin}${place})` : title;
    return `${index + 1}. ${name}: “${escaped(source.locator.quote)}”`;
  });
  return [`## ${escaped(question)}`, ...body, ...(list.length > 0 ? ['### Sources', list.join('\n')] : []), '']
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** On one line, with nothing in it that Markdown would read as a sign. */
function escaped(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
