/** A text as comparisons see it, and where each of its UTF-16 units stood in the original. */
export interface FoldedText {
  text: string;
  offsets: Int32Array;
}

/**
 * Leaves out what two extractions of one page disagree about without a person seeing a difference: white space and
 * invisible characters; curly, straight and angled quotation marks are one, so are dashes, composed and decomposed
 * letters, ligatures and full-width forms.
 */
export function foldText(original: string): FoldedText {
  const { length } = original;
  // Only an ellipsis and a ligature become longer, to three units at most.
  let units = new Uint16Array(length + 64);
  let offsets = new Int32Array(length + 64);
  let size = 0;
  const put = (unit: number, at: number) => {
    if (size === units.length) {
      const wider = new Uint16Array(size * 2);
      wider.set(units);
      units = wider;
      const further = new Int32Array(size * 2);
      further.set(offsets);
      offsets = further;
    }
    units[size] = unit;
    offsets[size] = at;
    size += 1;
  };
  for (let index = 0; index < length; index += 1) {
    const code = original.charCodeAt(index);
    if (code < 0x80 ? code <= 32 : isLeftOut(code)) continue;
    if (isCombining(original.charCodeAt(index + 1))) {
      let end = index + 1;
      while (end < length && isCombining(original.charCodeAt(end))) end += 1;
      const composed = original.slice(index, end).normalize('NFC');
      for (let i = 0; i < composed.length; i += 1) put(composed.charCodeAt(i), index);
      index = end - 1;
    } else if (code < 0x80) {
      put(code === 0x60 ? apostrophe : code === 0x22 ? apostrophe : code, index);
    } else if (code === 0x2026) {
      for (let i = 0; i < 3; i += 1) put(0x2e, index);
    } else if ((code >= 0xfb00 && code <= 0xfb06) || (code >= 0xff01 && code <= 0xff5e)) {
      const plain = original.charAt(index).normalize('NFKC');
      for (let i = 0; i < plain.length; i += 1) put(foldUnit(plain.charCodeAt(i)), index);
    } else {
      put(foldUnit(code), index);
    }
  }
  return { text: textOf(units.subarray(0, size)), offsets: offsets.slice(0, size) };
}

/** The range of the original that a range of the folded text stands for. */
export function originalRange(
  original: string,
  { offsets }: FoldedText,
  start: number,
  end: number,
): { start: number; end: number } {
  const first = offsets[start] ?? original.length;
  let last = (offsets[Math.max(start, end - 1)] ?? original.length - 1) + 1;
  while (isCombining(original.charCodeAt(last))) last += 1;
  return { start: first, end: Math.max(first, last) };
}

const apostrophe = 0x27;

function foldUnit(code: number): number {
  if (code === 0x22 || code === 0x60 || code === 0xab || code === 0xbb || code === 0xb4) return apostrophe;
  if ((code >= 0x2018 && code <= 0x201f) || code === 0x2039 || code === 0x203a) return apostrophe;
  if (code === 0x2032 || code === 0x2033 || (code >= 0x300c && code <= 0x300f)) return apostrophe;
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212) return 0x2d;
  return code;
}

const spaces = /[\s\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/;
const isVariationSelector = (code: number) => code >= 0xfe00 && code <= 0xfe0f;

/** Asked for units from U+0080 on. */
function isLeftOut(code: number): boolean {
  if (code > 0x3000 && code < 0xfe00) return false;
  if (code > 0xad && code < 0x61c) return false;
  return isVariationSelector(code) || spaces.test(String.fromCharCode(code));
}

const isCombining = (code: number) => code >= 0x300 && code <= 0x36f;

function textOf(units: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += 8192) parts.push(String.fromCharCode(...units.subarray(at, at + 8192)));
  return parts.join('');
}
