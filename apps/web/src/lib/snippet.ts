import { snippetMarkEnd, snippetMarkStart } from '@cairn/contracts/search';

export interface SnippetPart {
  text: string;
  marked: boolean;
}

/** Splits a snippet at its marks. Stray or repeated marks never lose text and never show. */
export function parseSnippet(snippet: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let marked = false;
  let text = '';
  const flush = () => {
    if (text) parts.push({ text, marked });
    text = '';
  };
  for (const character of snippet) {
    if (character === snippetMarkStart || character === snippetMarkEnd) {
      flush();
      marked = character === snippetMarkStart;
    } else {
      text += character;
    }
  }
  flush();
  return parts;
}
