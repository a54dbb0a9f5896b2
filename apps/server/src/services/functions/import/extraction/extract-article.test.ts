import { readingRange, readingTextOf } from '@cairn/contracts/reading-text';
import { articleBytes, articleFixtures, articleNames } from '@cairn/testkit/site-server';
import { JSDOM } from 'jsdom';
import { describe, expect, it, vi } from 'vitest';
import { type ExtractedArticle, ExtractionFailure } from './article-extractor.ts';
import { extractArticle } from './extract-article.ts';

// The long page takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const nowMs = Date.UTC(2026, 0, 1);
const site = 'https://site.example';

function extract(
  body: Uint8Array | string,
  extra: { url?: string; contentType?: string | null } = {},
): ExtractedArticle {
  return extractArticle({
    url: extra.url ?? `${site}/a/page.html`,
    contentType: extra.contentType === undefined ? 'text/html' : extra.contentType,
    contentLanguage: null,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    nowMs,
  });
}

const extracted = new Map<string, ExtractedArticle>();
function fixture(name: string): ExtractedArticle {
  const known = extracted.get(name);
  if (known) return known;
  const article = extract(articleBytes(name), {
    url: `${site}/articles/${name}`,
    contentType: articleFixtures[name]?.contentType ?? null,
  });
  extracted.set(name, article);
  return article;
}

interface Golden {
  title: string;
  byline: string | null;
  date: string | null;
  language: string;
  direction?: 'rtl';
  siteName?: string;
  words: [number, number];
  minutes?: number;
  contains: string[];
  lacks: (string | RegExp)[];
}

const goldens: Record<string, Golden> = {
  'pride-and-prejudice': {
    title: 'Pride and Prejudice: Chapter 1',
    byline: 'Jane Austen',
    date: '1813-01-28',
    language: 'en-GB',
    siteName: 'The Reading Room',
    words: [340, 420],
    contains: [
      'a truth universally acknowledged',
      '“You want to tell me, and I have no objection',
      'visiting and news.',
    ],
    lacks: ['The Reading Room keeps', 'Novels', '28 January 1813'],
  },
  'anna-karenina': {
    title: 'Анна Каренина. Часть первая, глава I',
    byline: 'Лев Николаевич Толстой',
    date: null,
    language: 'ru',
    words: [280, 330],
    contains: ['Все счастливые семьи похожи друг на друга', 'Дармштадте', 'вспоминал он.'],
    lacks: ['Гостевая книга', 'Библиотека', 'Последнее обновление'],
  },
  walden: {
    title: 'Where I Lived, and What I Lived For',
    byline: 'Henry David Thoreau',
    date: '1854-08-09',
    language: 'en',
    siteName: 'Pond & Woods',
    words: [240, 280],
    contains: ['I went to the woods because I wished to live deliberately', 'pebbly with stars.'],
    lacks: ['ADVERTISEMENT', 'privacy', 'First! Great post', 'Ten cabins', 'Share', 'August 9', 'dataLayer'],
  },
  'don-quijote': {
    title: 'Que trata de la condición y ejercicio del famoso hidalgo don Quijote de la Mancha',
    byline: 'Miguel de Cervantes Saavedra',
    date: '1605-01-16',
    language: 'es-ES',
    siteName: 'Diario de La Mancha',
    words: [290, 330],
    contains: ['En un lugar de la Mancha', 'vino a perder el juicio.'],
    lacks: ['Última hora', 'Lea también', 'Prohibida'],
  },
  'analytical-engine': {
    title: 'Notes on the Analytical Engine',
    byline: 'Ada Augusta, Countess of Lovelace',
    date: '1843-09-01',
    language: 'en-US',
    siteName: "Taylor's Notebook",
    words: [330, 400],
    contains: [
      'no pretensions whatever to originate any thing',
      'n\tBn\tDecimal\n1\t1/6\t0.166667\n',
      'def bernoulli(n):\n    row = [Fraction(1, m + 1) for m in range(n + 1)]\n    for m',
      '# if n < 0: nothing',
      'accordingly:\nfor symbols;\nfor their relations.',
    ],
    lacks: ['You have caught', 'Archive'],
  },
  'origin-of-species': {
    title: 'On the Origin of Species',
    byline: 'Charles Darwin',
    date: '1859-11-24',
    language: 'en',
    words: [55_000, 65_000],
    minutes: 261,
    contains: ['This is paragraph 1.', 'This is paragraph 731.', 'have been, and are being, evolved.'],
    lacks: ['Library'],
  },
  muqaddimah: {
    title: 'في فضل علم التاريخ',
    byline: 'ابن خلدون',
    date: '1377-11-01',
    language: 'ar',
    direction: 'rtl',
    siteName: 'مكتبة التراث',
    words: [180, 210],
    contains: ['اعلم أن فن التاريخ فن عزيز المذهب', 'على قدر أهل العزم تأتي العزائم\nوتأتي على قدر الكرام المكارم'],
    lacks: ['الرئيسية', 'ملك للجميع'],
  },
  alice: {
    title: 'Down the Rabbit-Hole',
    byline: 'Lewis Carroll',
    date: '1865-11-26',
    language: 'en',
    words: [330, 390],
    contains: [
      'beginning to get very tired',
      'hot day made her feel very sleepy and stupid',
      'or she fell very slowly,\nfor she had plenty of time as she went down\nto look about her.',
      'never once considering how',
      '5 < 6 & 7 > 3 &unknown; And so it was indeed.',
    ],
    lacks: ['hit counter', 'Best viewed', 'next chapter', 'alert(1)'],
  },
  wagahai: {
    title: '吾輩は猫である 第一章',
    byline: '夏目漱石',
    date: '1905-01-01',
    language: 'ja',
    words: [300, 420],
    minutes: 1,
    contains: ['吾輩は猫である。名前はまだ無い。\n\nどこで生れたかとんと見当がつかぬ。', '一番獰悪な種族'],
    lacks: ['けんとう', '図書館', '底本'],
  },
  werther: {
    title: 'Die Leiden des jungen Werthers',
    byline: 'Johann Wolfgang von Goethe',
    date: '1774-09-29',
    // The page says English.
    language: 'de',
    words: [230, 270],
    contains: ['daß ich weg bin', 'verzeihst mir’s', 'Und doch – bin ich ganz unschuldig?', 'Empfindungen genährt?'],
    lacks: ['zurück', '2 €'],
  },
  'vingt-mille-lieues': {
    title: 'Un écueil fuyant',
    byline: 'Jules Verne',
    date: '1869-03-20',
    language: 'fr',
    siteName: 'Magasin d’éducation',
    words: [200, 240],
    contains: ['L’année 1866 fut marquée', 'Le monstre, d’après un témoin.'],
    lacks: [/^Par$/m, 'Le Scotia'],
  },
  'decline-and-fall': {
    title: 'The Extent of the Empire in the Age of the Antonines',
    byline: 'Edward Gibbon',
    date: '1776-02-17',
    language: 'en',
    words: [240, 290],
    contains: ['In the second century of the Christian Æra', 'See the first chapters', 'orbis Romanus'],
    lacks: [],
  },
};

describe('the twelve pages', () => {
  it('has a golden for every page', () => {
    expect(Object.keys(goldens).sort()).toEqual([...articleNames].sort());
    expect(articleNames).toHaveLength(12);
  });

  it.each(Object.entries(goldens))('%s', (name, golden) => {
    const article = fixture(name);
    expect(article.title).toBe(golden.title);
    expect(article.byline).toBe(golden.byline);
    expect(article.publishedAt?.slice(0, 10) ?? null).toBe(golden.date);
    expect(article.language).toBe(golden.language);
    expect(article.direction).toBe(golden.direction ?? 'ltr');
    expect(article.siteName).toBe(golden.siteName ?? null);
    expect(article.wordCount).toBeGreaterThanOrEqual(golden.words[0]);
    expect(article.wordCount).toBeLessThanOrEqual(golden.words[1]);
    if (golden.minutes) expect(article.readingMinutes).toBe(golden.minutes);
    for (const text of golden.contains) expect(article.contentText).toContain(text);
    for (const text of golden.lacks)
      expect(article.contentText).not.toMatch(text instanceof RegExp ? text : literally(text));
    expect(article.excerpt?.length ?? 0).toBeGreaterThan(10);
  });

  // The reader parses the stored HTML with another parser's DOM and must arrive at the stored text.
  it.each(articleNames)(
    '%s: the stored text is the text of the stored HTML, and every stretch of it has a place',
    (name) => {
      const { contentHtml, contentText } = fixture(name);
      const dom = new JSDOM(`<!doctype html><body><div class="reader">${contentHtml}</div>`);
      const root: Node | null = dom.window.document.querySelector('.reader');
      if (!root) throw new Error('no reader');
      const reading = readingTextOf<Node>(root);
      expect(reading.text).toBe(contentText);
      expect(contentText).toBe(contentText.trim());
      const step = Math.max(7, Math.floor(contentText.length / 40));
      for (let start = 0; start + 30 < contentText.length; start += step) {
        const range = readingRange(reading, start, start + 30);
        if (!range) throw new Error(`no range at ${start}`);
        const domRange = dom.window.document.createRange();
        domRange.setStart(range.startNode, range.startOffset);
        domRange.setEnd(range.endNode, range.endOffset);
        const bare = (text: string) => text.replace(/\s+/g, '');
        // Annotations (ruby) lie between the characters of the text on the page.
        if (name !== 'wagahai') expect(bare(domRange.toString())).toBe(bare(contentText.slice(start, start + 30)));
      }
    },
  );
});

describe('images and links', () => {
  it('finds the address of images that load late, and drops those that only count', () => {
    const { contentHtml } = fixture('vingt-mille-lieues');
    expect(contentHtml).toContain(
      '<img src="https://site.example/feuilleton/nautilus.jpg" alt="Le monstre marin vu du pont" loading="lazy">',
    );
    expect(contentHtml).toContain('src="https://site.example/feuilleton/scotia@2x.webp"');
    expect(contentHtml).not.toContain('tracker.example');
    expect(contentHtml).not.toContain('data:');
  });

  it('makes addresses absolute and marks links that lead away', () => {
    expect(fixture('vingt-mille-lieues').contentHtml).toContain(
      '<a href="https://site.example/feuilleton/chapitre-2.html" rel="noopener noreferrer nofollow ugc">',
    );
  });

  it('keeps footnotes working inside the article, and unlinks those that lead nowhere', () => {
    const { contentHtml } = fixture('decline-and-fall');
    expect(contentHtml).toContain('<sup id="user-content-ref1"><a href="#user-content-fn1">1</a></sup>');
    expect(contentHtml).toContain('<li id="user-content-fn1">');
    expect(contentHtml).toContain(' lost</p>');
  });

  it('keeps tables, code and numbering', () => {
    const { contentHtml } = fixture('analytical-engine');
    expect(contentHtml).toContain('<pre><code class="language-python">');
    expect(contentHtml).toContain('<th scope="col">B<sub>n</sub></th>');
    expect(contentHtml).toContain('<ol start="3">');
  });
});

describe('pages without an article', () => {
  const kindOf = (body: Uint8Array | string) => {
    try {
      extract(body);
      return null;
    } catch (error) {
      return error instanceof ExtractionFailure ? error.kind : error;
    }
  };
  it.each([
    ['nothing', '', 'empty'],
    ['white space', ' \n\t ', 'empty'],
    ['a PDF', '%PDF-1.7\nxyz', 'pdf'],
    ['an archive', 'PK\x03\x04abc', 'not_a_page'],
    ['binary', 'abc\0\0\0\0\0def', 'not_a_page'],
    ['a form', '<form><input><button>Sign in</button></form>', 'no_article'],
    ['a few words', '<article><h1>Hello</h1><p>Nothing much here.</p></article>', 'no_article'],
    ['an empty document', '<!doctype html><html><head><title>T</title></head><body></body></html>', 'no_article'],
    [
      'a shell for scripts',
      `<div id="root"></div><script>${'x'.repeat(5000)}</script><noscript>You need to enable JavaScript.</noscript>`,
      'no_article',
    ],
    [
      'a list of links',
      `<ul>${'<li><a href="/x">A headline about something that happened</a></li>'.repeat(60)}</ul>`,
      'no_article',
    ],
  ])('%s', (_name, body, kind) => {
    expect(kindOf(body)).toBe(kind);
  });
});

describe('text that the database would refuse', () => {
  it('keeps neither NUL nor halves of characters', () => {
    const article = extract(
      `<title>A &#xD800; title</title><article><p>${'Words in a row that make a sentence. '.repeat(10)}&#0; \uFFFF</p></article>`,
    );
    const everything = JSON.stringify(article);
    expect(everything).not.toMatch(/\\u0000|\\ud[89ab]/i);
  });
});

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}
