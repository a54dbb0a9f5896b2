import type { NoteBlock } from '../../data/notes.ts';
import { createNote } from '../../data/notes.ts';
import type { Answer } from './answer-state.ts';
import type { AskAbout } from './answer-thread.ts';
import { placeOf } from './place-link.tsx';

const longestTitle = 200;

/**
 * The answer as a note: each sentence is followed by the passages it rests on, a passage once, where it first serves. A sentence
 * that is nothing but its quote stands there as the quote alone.
 */
export function answerBlocks({ sentences, sources }: Answer): NoteBlock[] {
  const quoted = new Set<number>();
  return sentences.flatMap(({ text, sources: numbers }) => [
    ...(numbers.some((number) => !quoted.has(number) && oneLine(sources[number - 1]?.locator.quote) === oneLine(text))
      ? []
      : [{ type: 'paragraph', runs: [{ text }] } satisfies NoteBlock]),
    ...numbers.flatMap((number): NoteBlock[] => {
      const source = sources[number - 1];
      if (!source || quoted.has(number)) return [];
      quoted.add(number);
      const { locator, title } = source;
      const articleId = source.readIn?.itemId ?? (source.itemKind === 'article' ? source.itemId : undefined);
      if (articleId && (source.itemKind === 'article' || source.readIn?.locator.quote === locator.quote)) {
        return [
          {
            type: 'quote',
            quote: {
              text: locator.quote,
              articleId,
              locator: source.readIn?.locator ?? locator,
              title,
              ...(source.itemKind === 'highlight' ? { highlightId: source.itemId } : {}),
            },
          },
        ];
      }
      // A note, or the comment of a highlight: words of the person's own, with the way back to them.
      const place = placeOf(source);
      return [
        {
          type: 'paragraph',
          runs: [
            { text: `“${oneLine(locator.quote)}” – `, italic: true },
            place ? { text: title, link: place } : { text: title },
          ],
        },
      ];
    }),
  ]);
}

const oneLine = (text = ''): string => text.replace(/\s+/gu, ' ').trim();

/** Resolves with the note's id. */
export async function saveAnswer(answer: Answer, about: AskAbout | undefined): Promise<string> {
  const { question } = answer;
  const { id } = await createNote({
    title: question.length > longestTitle ? `${question.slice(0, longestTitle - 1).trimEnd()}…` : question,
    ...(about?.itemKind === 'article' ? { articleId: about.itemId } : {}),
    blocks: answerBlocks(answer),
  });
  return id;
}
