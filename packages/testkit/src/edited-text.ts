/**
 * A text that is edited at random while every character keeps its identity: so it is known, after any number of edits,
 * where each passage really went.
 */
export interface EditedText {
  text: string;
  /** For each UTF-16 unit its place in the original; -1: it was added. */
  origins: Int32Array;
}

export type EditKind = (typeof editKinds)[number];
export const editKinds = ['insert', 'delete', 'replace', 'rewrite', 'move', 'space', 'quotes'] as const;

export type Random = () => number;

/** Mulberry32: the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const unedited = (text: string): EditedText => ({
  text,
  origins: Int32Array.from({ length: text.length }, (_, index) => index),
});

const below = (random: Random, limit: number) => Math.floor(random() * limit);

/** One edit of a kind. Words that are added come from `source`, a text in the same language. */
export function editText(edited: EditedText, kind: EditKind, source: string, random: Random): EditedText {
  const { text } = edited;
  const at = below(random, text.length);
  const some = (least: number, most: number) => {
    const length = least + below(random, most - least);
    const from = below(random, Math.max(1, source.length - length));
    return shuffled(source.slice(from, from + length), random);
  };
  switch (kind) {
    case 'insert':
      return splice(edited, at, at, some(1, 120));
    case 'delete':
      return splice(edited, at, Math.min(text.length, at + 1 + below(random, 120)), '');
    case 'replace':
      return splice(edited, at, Math.min(text.length, at + 1 + below(random, 30)), some(1, 40));
    case 'rewrite': {
      // Every fourth word of a stretch becomes another one.
      let result = edited;
      for (let step = 0; step < 4; step += 1) {
        const from = Math.min(result.text.length, at + step * 28);
        result = splice(result, from, Math.min(result.text.length, from + 6), some(3, 9));
      }
      return result;
    }
    case 'move': {
      const paragraphs = paragraphsOf(text);
      const moved = paragraphs[below(random, paragraphs.length)];
      const target = paragraphs[below(random, paragraphs.length)];
      if (!moved || !target || moved === target) return edited;
      return move(edited, moved.start, moved.end, target.start);
    }
    case 'space':
      return mapUnits(edited, (unit, before) => {
        if (!/\s/.test(unit)) return unit;
        return /\s/.test(before) ? '' : random() < 0.3 ? '\n  ' : ' ';
      });
    case 'quotes':
      return mapUnits(edited, (unit) => {
        if (/["“”«»]/.test(unit)) return random() < 0.5 ? '"' : '”';
        if (/['‘’]/.test(unit)) return random() < 0.5 ? "'" : '’';
        return /[-–—]/.test(unit) ? '–' : unit;
      });
  }
}

/** What is added is made of the language's words, but is no second copy of a passage: nobody could tell the two apart. */
function shuffled(text: string, random: Random): string {
  const parts =
    text.match(
      /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu,
    ) ?? [];
  for (let index = parts.length - 1; index > 0; index -= 1) {
    const other = below(random, index + 1);
    [parts[index], parts[other]] = [parts[other] ?? '', parts[index] ?? ''];
  }
  return parts.join('');
}

function paragraphsOf(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const match of text.matchAll(/\n\s*\n/g)) {
    const end = match.index + match[0].length;
    found.push({ start, end });
    start = end;
  }
  found.push({ start, end: text.length });
  return found;
}

function splice({ text, origins }: EditedText, start: number, end: number, added: string): EditedText {
  const merged = new Int32Array(text.length - (end - start) + added.length);
  merged.set(origins.subarray(0, start));
  merged.fill(-1, start, start + added.length);
  merged.set(origins.subarray(end), start + added.length);
  return { text: text.slice(0, start) + added + text.slice(end), origins: merged };
}

function move({ text, origins }: EditedText, start: number, end: number, to: number): EditedText {
  const order =
    to <= start
      ? [
          [0, to],
          [start, end],
          [to, start],
          [end, text.length],
        ]
      : [
          [0, start],
          [end, to],
          [start, end],
          [to, text.length],
        ];
  const merged = new Int32Array(text.length);
  let length = 0;
  let joined = '';
  for (const [from = 0, until = 0] of order) {
    merged.set(origins.subarray(from, until), length);
    joined += text.slice(from, until);
    length += until - from;
  }
  return { text: joined, origins: merged };
}

function mapUnits({ text, origins }: EditedText, change: (unit: string, before: string) => string): EditedText {
  let changed = '';
  const places: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const unit = change(text.charAt(index), text.charAt(index - 1));
    changed += unit;
    for (let i = 0; i < unit.length; i += 1) places.push(i === 0 ? (origins[index] ?? -1) : -1);
  }
  return { text: changed, origins: Int32Array.from(places) };
}

export interface TrackedPassage {
  /** Where the largest connected part of it stands now; empty when nothing is left. */
  start: number;
  end: number;
  /** Share of its characters that are still in the text, and in that part. */
  survived: number;
}

/** Where the passage `[start, end)` of the original stands. White space does not count: an edit may have changed it. */
export function trackPassage(
  { text, origins }: EditedText,
  start: number,
  end: number,
  original: string,
): TrackedPassage {
  const size = original.slice(start, end).replace(/\s/g, '').length;
  let best = { start: 0, end: 0, kept: 0 };
  let open = { start: -1, end: -1, kept: 0, last: -1 };
  const close = () => {
    if (open.kept > best.kept) best = { start: open.start, end: open.end, kept: open.kept };
  };
  for (let index = 0; index < origins.length; index += 1) {
    const origin = origins[index] ?? -1;
    if (origin < start || origin >= end || /\s/.test(text.charAt(index))) continue;
    // A part ends where another paragraph was moved in between, or the order is broken.
    if (open.start >= 0 && origin > open.last && index - open.end <= 300) {
      open = { start: open.start, end: index + 1, kept: open.kept + 1, last: origin };
    } else {
      close();
      open = { start: index, end: index + 1, kept: 1, last: origin };
    }
  }
  close();
  return { start: best.start, end: best.end, survived: size > 0 ? best.kept / size : 0 };
}
