import { describe, expect, it } from 'vitest';
import { chunkText, mostChunkLength } from './chunk-text.ts';

/** Small deterministic generator, so that a failing case can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

const sentence = (words: number): string => `${Array.from({ length: words }, (_, i) => `word${i}`).join(' ')}. `;
const paragraph = (sentences: number): string => sentence(12).repeat(sentences).trim();

describe('chunkText', () => {
  it('finds nothing in a text without characters', () => {
    expect(chunkText('')).toEqual([]);
    expect(chunkText(' \n\n\t \n')).toEqual([]);
  });

  it('keeps a short text as one chunk', () => {
    expect(chunkText('  Just a thought.\n')).toEqual([
      { ordinal: 0, text: 'Just a thought.', startOffset: 2, heading: null },
    ]);
  });

  it('joins short paragraphs and leaves long ones alone', () => {
    const long = paragraph(6);
    const chunks = chunkText(['One.', 'Two.', 'Three.', long, long].join('\n\n'));
    expect(chunks.map((chunk) => chunk.text)).toEqual([`One.\n\nTwo.\n\nThree.\n\n${long}`, long]);
  });

  it('carries headings along', () => {
    const chunks = chunkText(
      `Before the first heading there is some text here.\n\nThe Whale\n\n${paragraph(4)}\n\n${paragraph(4)}`,
    );
    expect(chunks.map((chunk) => chunk.heading)).toEqual([null, 'The Whale', 'The Whale']);
    expect(chunks[1]?.text.startsWith('The Whale\n\n')).toBe(true);
  });

  it('does not take verses for headings', () => {
    const verses = Array.from({ length: 30 }, (_, i) => `A line of verse that goes on number ${i}`).join('\n\n');
    expect(chunkText(verses).every((chunk) => chunk.heading === null)).toBe(true);
  });

  it('cuts a long paragraph between sentences', () => {
    const chunks = chunkText(paragraph(60));
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) {
      expect(chunk.text.endsWith('.')).toBe(true);
      expect(chunk.text.startsWith('word0')).toBe(true);
    }
  });

  it('never splits a surrogate pair, even without any place to cut', () => {
    const chunks = chunkText('x'.concat('😀'.repeat(5000)));
    for (const chunk of chunks) expect(chunk.text).not.toMatch(/\p{Surrogate}/u);
    expect(chunks.map((chunk) => chunk.text).join('')).toHaveLength(10_001);
  });

  it('gives exact slices that lose no word, for random texts', () => {
    const random = randomOf(7);
    const parts = [
      '\n\n',
      '\n',
      ' ',
      ' ',
      ' ',
      '. ',
      'word ',
      'Überraschung',
      '日本語。',
      '😀',
      'sentence ends. ',
      '# Heading\n\n',
    ];
    for (let round = 0; round < 200; round += 1) {
      const length = Math.floor(random() * 3000);
      const source = Array.from({ length }, () => parts[Math.floor(random() * parts.length)]).join('');
      const chunks = chunkText(source);
      let last = 0;
      for (const [index, chunk] of chunks.entries()) {
        expect(chunk.ordinal).toBe(index);
        expect(source.slice(chunk.startOffset, chunk.startOffset + chunk.text.length)).toBe(chunk.text);
        expect(chunk.text).not.toMatch(/\p{Surrogate}/u);
        expect(chunk.text.length).toBeLessThanOrEqual(mostChunkLength + 130);
        expect(source.slice(last, chunk.startOffset).trim()).toBe('');
        last = chunk.startOffset + chunk.text.length;
      }
      expect(source.slice(last).trim()).toBe('');
    }
  });

  it('moves few boundaries when one paragraph is edited', () => {
    const random = randomOf(3);
    const blocks = Array.from({ length: 400 }, (_, i) =>
      `Paragraph ${i}: ${sentence(3 + Math.floor(random() * 40))}`.trim(),
    );
    const before = new Set(chunkText(blocks.join('\n\n')).map((chunk) => chunk.text));
    blocks.splice(100, 1, 'Something else was written here, of another length.');
    const changed = chunkText(blocks.join('\n\n')).filter((chunk) => !before.has(chunk.text));
    expect(changed.length).toBeLessThanOrEqual(6);
  });

  it('needs time in proportion to the length', () => {
    const time = (source: string): number => {
      const start = performance.now();
      chunkText(source);
      return performance.now() - start;
    };
    const small = paragraph(20).concat('\n\n').repeat(120);
    time(small);
    const one = Math.min(time(small), time(small), time(small));
    const eight = time(small.repeat(8));
    expect(eight / one).toBeLessThan(24);
    const withoutSpaces = 'a'.repeat(2_000_000);
    expect(chunkText(withoutSpaces).length).toBeGreaterThan(1600);
  });
});
