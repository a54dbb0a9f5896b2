import { describe, expect, it } from 'vitest';
import { parseSnippet } from '../lib/snippet.ts';
import { findInTexts, type KeptAnswers, textsOf } from './device-search.ts';

const answers: KeptAnswers = [
  {
    key: ['articles', 'one', 'a1'],
    data: {
      id: 'a1',
      title: 'Walden',
      content_html: '<h2>Economy</h2><p>I went to the <b>woods</b>.</p><p>Café and tea.</p>',
    },
  },
  { key: ['articles', 'one', 'gone'], data: null },
  { key: ['notes', 'list'], data: { pages: [[{ id: 'n1', title: 'Trees', text: 'The woods in autumn.' }]] } },
  {
    key: ['highlights', 'a1'],
    data: [{ id: 'h1', article_id: 'a1', locator: { quote: 'to the woods' }, comment: 'Why?' }],
  },
  {
    key: ['library', 'list', {}, 'newest'],
    data: {
      pages: [
        [
          {
            item_kind: 'article',
            item_id: 'a1',
            title: 'Walden',
            preview: 'I went',
            article_id: null,
            trashed_at: null,
          },
          { item_kind: 'article', item_id: 'a2', title: 'Woods', preview: null, article_id: null, trashed_at: null },
          { item_kind: 'note', item_id: 'n2', title: 'Woods', preview: '', article_id: null, trashed_at: '2026-01-01' },
        ],
      ],
    },
  },
];
const find = (words: string, kind?: 'article' | 'note' | 'highlight') =>
  findInTexts(textsOf(answers), words, kind).map(({ item_id }) => item_id);

describe('searching what is on the device', () => {
  it('finds articles, notes and highlights by every word, the title first', () => {
    expect(find('woods')).toEqual(['a2', 'n1', 'a1', 'h1']);
    expect(find('woods went')).toEqual(['a1']);
    expect(find('woods', 'note')).toEqual(['n1']);
    expect(find('nowhere')).toEqual([]);
    expect(find('  ')).toEqual([]);
  });

  it('knows neither case nor accents, and ends words where blocks end', () => {
    expect(find('CAFE')).toEqual(['a1']);
    expect(find('économy i')).toEqual(['a1']);
    expect(find('economyi')).toEqual([]);
  });

  it('shows the words in their place, and a highlight under the title of its article', () => {
    const [article] = findInTexts(textsOf(answers), 'cafe', undefined);
    expect(parseSnippet(article?.snippet ?? '').filter(({ marked }) => marked)).toEqual([
      { text: 'Café', marked: true },
    ]);
    const [highlight] = findInTexts(textsOf(answers), 'woods', 'highlight');
    expect(highlight).toMatchObject({ title: 'Walden', article_id: 'a1' });
  });
});
