import type { Locator } from '@cairn/contracts/locator';

/** Offsets into the text that was searched; `exact`: the surroundings matched too. */
export interface FoundPassage {
  start: number;
  end: number;
  exact: boolean;
}

/**
 * Finds a locator in a text by the rule of the contract: first with its surroundings, else the quote alone
 * (where it stands several times, the place whose surroundings fit best), else not at all.
 *
 * White space is left out of the comparison: the rendered page breaks lines and blocks elsewhere than the stored text.
 */
export function locatePassage(text: string, locator: Locator): FoundPassage | undefined {
  const page = squeeze(text);
  const quote = squeeze(locator.quote).text;
  if (!quote) return undefined;
  const before = squeeze(locator.prefix).text;
  const after = squeeze(locator.suffix).text;

  let best: { at: number; fit: number } | undefined;
  const perfect = before.length + after.length;
  for (let at = page.text.indexOf(quote); at !== -1; at = page.text.indexOf(quote, at + 1)) {
    const fit =
      endAgreement(page.text.slice(Math.max(0, at - before.length), at), before) +
      startAgreement(page.text.slice(at + quote.length, at + quote.length + after.length), after);
    if (!best || fit > best.fit) best = { at, fit };
    if (fit === perfect) break;
  }
  if (!best) return undefined;
  const start = page.offsets[best.at];
  const last = page.offsets[best.at + quote.length - 1];
  if (start === undefined || last === undefined) return undefined;
  return { start, end: last + 1, exact: best.fit === perfect };
}

/** The text without white space and without invisible characters, and where each remaining UTF-16 unit stood. */
function squeeze(text: string): { text: string; offsets: number[] } {
  const offsets: number[] = [];
  let squeezed = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index);
    if (ignorable.test(unit)) continue;
    squeezed += unit;
    offsets.push(index);
  }
  return { text: squeezed, offsets };
}

const ignorable = /[\s\u00AD\u200B\u2060\uFEFF]/;

function startAgreement(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

function endAgreement(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}
