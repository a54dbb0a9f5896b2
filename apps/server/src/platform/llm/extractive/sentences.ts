export interface Sentence {
  /** Exactly as it stands in the source, without the white space around it. */
  text: string;
  /** A line without an end mark that stands alone: context, never an answer. */
  isHeading: boolean;
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string | null): Intl.Segmenter {
  const key = language ?? 'und';
  let segmenter = segmenters.get(key);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(key, { granularity: 'sentence' });
    segmenters.set(key, segmenter);
  }
  return segmenter;
}

/** After these a full stop ends no sentence. A single capital letter is an initial. */
const abbreviation =
  /(?:^|[\s("«„“])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Sra|Jr|Mt|Rev|Gen|Col|Capt|Lt|No|Nr|vs|cf|approx|ca|bzw|z\.\s?B|d\.\s?h|u\.\s?a|e\.g|i\.e|Mme|Mlle|M|vol|fig|pp?|\p{Lu})\.$/u;
const endMark = /[.!?…。！？:;]["'”’»)\]]*$/u;

/** Sentences of a text, in order. Line breaks inside a sentence and abbreviations do not end it. */
export function splitSentences(text: string, language: string | null): Sentence[] {
  const sentences: Sentence[] = [];
  for (const block of text.split(/\n[^\S\n]*\n\s*/)) {
    const pieces: string[] = [];
    let open = '';
    for (const { segment } of segmenterOf(language).segment(block)) {
      if (open !== '' && !continues(open, segment)) {
        pieces.push(open);
        open = '';
      }
      open += segment;
    }
    pieces.push(open);
    const whole = pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
    const alone = whole.length === 1;
    for (const piece of whole) {
      sentences.push({ text: piece, isHeading: alone && piece.length <= 120 && !endMark.test(piece) });
    }
  }
  return sentences;
}

function continues(before: string, after: string): boolean {
  const end = before.trimEnd();
  if (abbreviation.test(end)) return true;
  const next = after.trimStart().charAt(0);
  // A soft line break, or a stop that did not end anything ("3. august").
  return !endMark.test(end) || /\p{Ll}/u.test(next);
}
