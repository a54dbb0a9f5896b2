import { readFileSync } from 'node:fs';
import { Anchorer } from '@cairn/contracts/anchor';
import type { Locator } from '@cairn/contracts/locator';
import { readingTextOf } from '@cairn/contracts/reading-text';
import {
  type EditedText,
  editKinds,
  editText,
  type Random,
  seededRandom,
  trackPassage,
  unedited,
} from '@cairn/testkit/edited-text';
import { JSDOM } from 'jsdom';

/** Pages in seven languages: left to right, right to left, and without spaces between words. */
export const languages = {
  English: 'walden',
  German: 'werther.windows-1252',
  French: 'vingt-mille-lieues',
  Spanish: 'don-quijote',
  Russian: 'anna-karenina.koi8-r',
  Arabic: 'muqaddimah',
  Japanese: 'wagahai.shift_jis',
} as const;

export type Language = keyof typeof languages;

export interface Outcome {
  edits: number;
  passages: number;
  /** Placed where it went, or said to be gone when less than half of it is left. */
  right: number;
  /** Said to be changed or not found, though more than half of it is there. */
  marked: number;
  /** Placed elsewhere without saying so: what must not happen. */
  wrong: number;
}

export function textOfPage(language: Language): string {
  const name = languages[language];
  const bytes = readFileSync(new URL(`../packages/testkit/fixtures/articles/${name}.html`, import.meta.url));
  const html = new TextDecoder(name.split('.')[1] ?? 'utf-8').decode(bytes);
  const { document } = new JSDOM(html).window;
  for (const element of document.querySelectorAll('script,style,nav,aside,footer')) element.remove();
  return readingTextOf<Node>(document.body).text;
}

interface Passage {
  start: number;
  end: number;
  locator: Locator;
}

/** Highlights as people make them (a few words to a few sentences) and cues (a phrase), anywhere in the text. */
export function passagesOf(text: string, count: number, random: Random): Passage[] {
  return Array.from({ length: count }, (_, index) => {
    const length = index % 4 === 0 ? 8 + Math.floor(random() * 16) : 24 + Math.floor(random() * 220);
    let start = Math.floor(random() * Math.max(1, text.length - length));
    let end = start + length;
    while (start < end && /\s/.test(text.charAt(start))) start += 1;
    while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
    const locator: Locator = {
      quote: text.slice(start, end),
      prefix: text.slice(Math.max(0, start - 32), start),
      suffix: text.slice(end, end + 32),
      chunkHash: '0'.repeat(64),
    };
    return { start, end, locator };
  });
}

/** `steps` edits in a row, the passages looked for after each; every locator is as it was in the beginning. */
export function runEdits(original: string, steps: number, passageCount: number, random: Random): Outcome {
  const passages = passagesOf(original, passageCount, random);
  const outcome: Outcome = { edits: 0, passages: 0, right: 0, marked: 0, wrong: 0 };
  let edited = unedited(original);
  for (let step = 0; step < steps; step += 1) {
    const kind = editKinds[Math.floor(random() * editKinds.length)] ?? 'insert';
    edited = editText(edited, kind, original, random);
    outcome.edits += 1;
    const anchorer = new Anchorer(edited.text);
    for (const passage of passages) {
      outcome.passages += 1;
      outcome[judge(original, edited, passage, anchorer)] += 1;
    }
  }
  return outcome;
}

export let onMiss:
  | ((passage: Passage, edited: EditedText, truth: ReturnType<typeof trackPassage>, found: unknown) => void)
  | undefined;
export const watchMisses = (watch: typeof onMiss) => {
  onMiss = watch;
};

function judge(
  original: string,
  edited: EditedText,
  passage: Passage,
  anchorer: Anchorer,
): 'right' | 'marked' | 'wrong' {
  const truth = trackPassage(edited, passage.start, passage.end, original);
  const found = anchorer.find(passage.locator);
  const flagged = found.status === 'changed' || found.status === 'lost';
  if (truth.survived < 0.5) {
    // Too little is left of it: saying so is right, and so is pointing at what is left.
    if (found.status === 'lost') return 'right';
    if (overlap(edited.text, found, truth) > 0) return 'right';
    onMiss?.(passage, edited, truth, found);
    return flagged ? 'marked' : 'wrong';
  }
  if (found.status !== 'lost' && overlap(edited.text, found, truth) >= 0.8) return 'right';
  onMiss?.(passage, edited, truth, found);
  return flagged ? 'marked' : 'wrong';
}

/** Shared characters against all characters of both places, white space aside. */
function overlap(text: string, a: { start: number; end: number }, b: { start: number; end: number }): number {
  const size = (start: number, end: number) => (end > start ? text.slice(start, end).replace(/\s/g, '').length : 0);
  const shared = size(Math.max(a.start, b.start), Math.min(a.end, b.end));
  const all = size(a.start, a.end) + size(b.start, b.end) - shared;
  return all === 0 ? 0 : shared / all;
}

export function addUp(outcomes: readonly Outcome[]): Outcome {
  const sum: Outcome = { edits: 0, passages: 0, right: 0, marked: 0, wrong: 0 };
  for (const outcome of outcomes) {
    for (const key of Object.keys(sum) as (keyof Outcome)[]) sum[key] += outcome[key];
  }
  return sum;
}

/** A thousand edits for the question of the plan: alone, and one on top of the other. */
export function evaluate(language: Language, edits: number, inARow: number, passageCount = 12): Outcome {
  const original = textOfPage(language);
  const random = seededRandom(languages[language].length * 7919 + inARow);
  const rounds = Math.ceil(edits / inARow);
  return addUp(Array.from({ length: rounds }, () => runEdits(original, inARow, passageCount, random)));
}
