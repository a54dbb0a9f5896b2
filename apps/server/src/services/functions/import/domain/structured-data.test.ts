import { describe, expect, it } from 'vitest';
import { structuredData } from './structured-data.ts';

const script = (value: unknown) => JSON.stringify(value);

describe('structuredData', () => {
  it('finds the article in a graph, whatever stands before it', () => {
    const found = structuredData([
      'not json',
      script({
        '@graph': [
          { '@type': 'WebPage', name: 'Page' },
          {
            '@type': ['Thing', 'BlogPosting'],
            headline: ' Story ',
            author: [{ name: 'A' }, 'B', { name: 'https://x.example' }],
          },
        ],
      }),
    ]);
    expect(found).toMatchObject({ headline: 'Story', author: 'A, B' });
  });

  it('takes a page for want of an article', () => {
    expect(
      structuredData([script([{ '@type': 'WebPage', name: 'Page', inLanguage: { alternateName: 'de' } }])]),
    ).toMatchObject({ headline: 'Page', language: 'de' });
  });

  it('reads images in every shape', () => {
    const image = (value: unknown) => structuredData([script({ '@type': 'Article', image: value })])?.image;
    expect(image('/a.png')).toBe('/a.png');
    expect(image(['/a.png', '/b.png'])).toBe('/a.png');
    expect(image({ url: '/a.png' })).toBe('/a.png');
    expect(image([{ contentUrl: '/a.png' }])).toBe('/a.png');
    expect(image(7)).toBeNull();
  });

  it.each([
    ['nothing', []],
    ['broken JSON', ['{"@type":']],
    ['other things', [script({ '@type': 'Organization', name: 'X' })]],
    ['scalars', ['7', 'null', '"x"']],
    ['types that are no names', [script({ '@type': { a: 1 } })]],
  ])('%s: null', (_what, scripts) => {
    expect(structuredData(scripts)).toBeNull();
  });

  it('unwraps comments, and bounds its work', () => {
    expect(structuredData([`<!-- ${script({ '@type': 'Article', name: 'N' })} -->`])).toMatchObject({ headline: 'N' });
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(structuredData([deep])).toBeNull();
    expect(structuredData([`"${'x'.repeat(600_000)}"`])).toBeNull();
  });
});
