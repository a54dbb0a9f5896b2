import type { ItemKind } from '@cairn/contracts/locator';
import { snippetMarkEnd, snippetMarkStart } from '@cairn/contracts/search';
import type { Article } from './articles.ts';
import type { Highlight } from './highlights.ts';
import { keptAnswers } from './kept-queries.ts';
import type { LibraryItem } from './library.ts';
import type { NoteSummary } from './notes-list.ts';
import { mostSearchResults, type SearchResult } from './search.ts';

interface DeviceText {
  kind: ItemKind;
  id: string;
  title: string;
  articleId: string | null;
  text: string;
}

export type KeptAnswers = readonly { key: readonly unknown[]; data: unknown }[];

const around = { before: 60, after: 180 };

/**
 * What was opened on this device, searched without the server: every word has to be in the title or the text, as it is written. The place
 * in a text is not known here.
 */
export async function searchDevice(words: string, kind: ItemKind | undefined, userId: string): Promise<SearchResult[]> {
  return findInTexts(textsOf(await keptAnswers(userId)), words, kind);
}

/** One text for each item, made of every answer that tells of it; the fullest wins. */
export function textsOf(answers: KeptAnswers): DeviceText[] {
  const texts = new Map<string, DeviceText>();
  const add = (kind: ItemKind, id: string, title: string, text: string, articleId: string | null = null) => {
    const known = texts.get(`${kind} ${id}`);
    texts.set(`${kind} ${id}`, {
      kind,
      id,
      title: title || known?.title || '',
      articleId: articleId ?? known?.articleId ?? null,
      text: known && known.text.length > text.length ? known.text : text,
    });
  };
  for (const { key, data } of answers) {
    const [kind, part] = key;
    if (kind === 'articles' && part === 'one' && data) {
      const { id, title, content_html } = data as Article;
      add('article', id, title, plainText(content_html));
    }
    if (kind === 'highlights') {
      for (const { id, locator, comment, article_id } of data as Highlight[]) {
        add('highlight', id, '', [locator.quote, comment].filter(Boolean).join('\n'), article_id);
      }
    }
    if (kind === 'notes' && part === 'list') {
      for (const { id, title, text } of pagesOf<NoteSummary>(data)) add('note', id, title, text);
    }
    if (kind === 'library' && part === 'list') {
      for (const item of pagesOf<LibraryItem>(data)) {
        if (!item.trashed_at) add(item.item_kind, item.item_id, item.title, item.preview ?? '', item.article_id);
      }
    }
  }
  return [...texts.values()].map((text) => {
    const article = text.kind === 'highlight' ? texts.get(`article ${text.articleId}`) : undefined;
    return article && !text.title ? { ...text, title: article.title } : text;
  });
}

export function findInTexts(texts: readonly DeviceText[], words: string, kind: ItemKind | undefined): SearchResult[] {
  const wanted = [...new Set(fold(words).split(/\s+/).filter(Boolean))];
  if (wanted.length === 0) return [];
  return texts
    .filter((text) => !kind || text.kind === kind)
    .flatMap((text) => {
      const found = matchOf(text, wanted);
      return found ? [found] : [];
    })
    .toSorted((a, b) => b.rank - a.rank || a.title.localeCompare(b.title))
    .slice(0, mostSearchResults);
}

function matchOf({ kind, id, title, articleId, text }: DeviceText, wanted: readonly string[]): SearchResult | null {
  const foldedTitle = fold(title);
  const folded = fold(text);
  const inTitle = wanted.filter((word) => foldedTitle.includes(word));
  const inText = wanted.filter((word) => folded.includes(word));
  if (wanted.some((word) => !inTitle.includes(word) && !inText.includes(word))) return null;
  return {
    item_kind: kind,
    item_id: id,
    chunk_id: null,
    title,
    snippet: snippetOf(text, folded, inText),
    locator: null,
    rank: inTitle.length * 10 + inText.length,
    article_id: articleId,
  };
}

function snippetOf(text: string, folded: string, wanted: readonly string[]): string {
  const start = Math.max(0, (wanted[0] === undefined ? 0 : folded.indexOf(wanted[0])) - around.before);
  const end = Math.min(text.length, start + around.before + around.after);
  const marks = wanted.flatMap((word) => {
    const places: [number, number][] = [];
    for (let place = folded.indexOf(word, start); place >= 0 && place < end; place = folded.indexOf(word, place + 1)) {
      places.push([place, Math.min(end, place + word.length)]);
    }
    return places;
  });
  let snippet = '';
  let position = start;
  for (const [from, to] of marks.toSorted(([a], [b]) => a - b)) {
    if (from < position) continue;
    snippet += text.slice(position, from) + snippetMarkStart + text.slice(from, to) + snippetMarkEnd;
    position = to;
  }
  return `${start > 0 ? '…' : ''}${snippet}${text.slice(position, end)}${end < text.length ? '…' : ''}`;
}

/** Without case and accents, every letter at the place where it was. */
function fold(text: string): string {
  return text.replace(/[A-Z\u00C0-\u024F\u0370-\u052F]/g, (letter) => letter.normalize('NFD').charAt(0).toLowerCase());
}

/** Pages of an endless list. */
const pagesOf = <Row>(data: unknown): Row[] => (data as { pages?: Row[][] } | null)?.pages?.flat() ?? [];

function plainText(html: string): string {
  // Where a block ends, a word ends.
  const { body } = new DOMParser().parseFromString(html.replace(/<(?:\/|br)/gi, ' $&'), 'text/html');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
