import { stopWords } from '../../language/stop-words.ts';
import type { Question } from './question.ts';
import { bestLikeness, likeness, type Token } from './terms.ts';

export interface CandidateSentence {
  text: string;
  tokens: Token[];
  isHeading: boolean;
}

/** Sentences of one passage with the title they stand under. */
export interface CandidatePassage {
  chunkId: string;
  title: Token[];
  sentences: CandidateSentence[];
}

export interface ScoredSentence {
  chunkId: string;
  text: string;
  /** The sentence before, when this one only points back to it ("That is why …"). */
  before: string | null;
  tokens: Token[];
  /** 0 to about 1.2. */
  score: number;
  /** Whether it can stand as an answer at all. */
  answers: boolean;
}

const century = /century|jahrhundert|siècle|siglo|secolo|\bвек|eeuw|århundrade/iu;
const months =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre)\b/iu;
const timeWords =
  /\b(?:spring|summer|autumn|winter|morning|evening|night|midnight|noon|dawn|ago|monday|tuesday|wednesday|thursday|friday|saturday|sunday|sommer|herbst|frühling)\b/iu;
const numberWords = new RegExp(
  `(?<!\\p{L})(?:${[
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty thirty forty fifty sixty seventy eighty ninety hundreds? thousands? millions? billions? dozens? half twice once',
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf \\p{L}*(?:zehn|zig|ßig|hundert|tausend) millionen dutzend halb zweimal',
    'deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent',
    'mille millions? dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte veinti\\p{L}+ treinta cuarenta cincuenta',
    'sesenta setenta ochenta noventa cien(?:to)? mil millones due tre quattro cinque sei sette otto nove dieci undici dodici venti trenta',
    'quaranta cinquanta sessanta settanta ottanta novanta cento dois três quatro oito dez vinte trinta quarenta',
    'два две три четыре пять шесть семь восемь девять десять двадцать тридцать сорок пятьдесят сто тысяч[аи]?',
  ]
    .join(' ')
    .replaceAll(' ', '|')})(?!\\p{L})`,
  'iu',
);
const reasons =
  /\b(?:because|since|so that|due to|owing to|reason|therefore|in order to|as a result|thanks to|to (?:keep|avoid|protect|prevent|save|make|help)|weil|denn|damit|deshalb|aufgrund|wegen|parce qu|afin|car|grâce|porque|debido|para que|perché|poiché|affinché)\b|потому|чтобы|так как/iu;
const pointsBack =
  /^(?:that is why|this is why|for this reason|therefore|hence|so |deshalb|darum|daher|deswegen|c['’]est pourquoi|por eso|por esto|perciò|per questo|por isso|daarom|därför)/iu;
const places =
  /\b(?:in|at|near|on|from|off|between|north|south|east|west|along|beneath|under|into|to|nach|bei|am|im|an der|à|au|dans|en|près|cerca|nel|nella|a|presso)\s+(?:the |der |dem |den |la |le |les |el |il |l['’])?\p{Lu}/u;

/** Whether a sentence holds the sort of thing that is asked for: 1 yes, 0 cannot be told, -1 no. */
export function kindEvidence(question: Question, sentence: CandidateSentence): -1 | 0 | 1 {
  const { text } = sentence;
  switch (question.kind) {
    case 'when': {
      const year =
        /(?<![\d.,])[1-9]\d{2,3}(?![\d.,]*\d|\s*(?:m|km|metres?|meters?|feet|miles?|people|men|kg|tons?)\b)/iu;
      return year.test(text) || century.test(text) || months.test(text) || timeWords.test(text) ? 1 : -1;
    }
    case 'quantity':
      if (question.measure) {
        if (question.measure.test(text)) return 1;
        // "some one or other" is no depth: a number in words counts where the measure itself is spoken of.
        return /\d/.test(text) || (numberWords.test(text) && speaksOfMeasure(question, sentence)) ? 0 : -1;
      }
      return hasNewNumber(question, sentence) || numberWords.test(text) ? 1 : -1;
    case 'who':
      return hasNewName(question, sentence) ? 1 : hasNewSubject(question, sentence) ? 0 : -1;
    case 'where':
      return places.test(text) ? 1 : hasNewName(question, sentence) ? 0 : -1;
    case 'why':
      return reasons.test(text) ? 1 : 0;
    default:
      return 0;
  }
}

const speaksOfMeasure = (question: Question, { tokens }: CandidateSentence): boolean =>
  question.terms.some(({ token, isMeasure }) => isMeasure && bestLikeness(token, tokens) > 0);

const hasNewNumber = (question: Question, { tokens }: CandidateSentence): boolean =>
  tokens.some(({ word }) => /\p{N}/u.test(word) && !question.terms.some(({ token }) => token.word === word));

const isAsked = (question: Question, found: Token): boolean =>
  question.terms.some(({ token }) => likeness(token, found) > 0);

function hasNewName(question: Question, { tokens }: CandidateSentence): boolean {
  const stops = stopWords.get(question.language ?? 'en');
  return tokens.some(
    (found, index) =>
      /^\p{Lu}\p{L}/u.test(found.surface) &&
      // The first word always has a capital: it is a name when a second name follows and it is no small word.
      (index > 0 || (/^\p{Lu}/u.test(tokens[1]?.surface ?? '') && !stops?.has(found.word))) &&
      !isAsked(question, found),
  );
}

/** Somebody at the beginning, named or not ("the monks paid the ransom"), before the first word of the question. */
function hasNewSubject(question: Question, { tokens }: CandidateSentence): boolean {
  const stops = stopWords.get(question.language ?? 'en');
  const first = tokens.findIndex((found) => isAsked(question, found));
  return tokens.slice(0, Math.max(0, first)).some(({ word }) => word.length > 1 && !stops?.has(word));
}

/** Words that carry meaning and are not of the question: "Poor Leonora!" does not say who she is. */
function addedWords(question: Question, { tokens }: CandidateSentence): number {
  const stops = stopWords.get(question.language ?? 'en');
  return tokens.filter((found) => !stops?.has(found.word) && !isAsked(question, found)).length;
}

/** How rare each word of the question is among the sentences: what stands everywhere tells sentences apart badly. */
export function termWeights(question: Question, passages: readonly CandidatePassage[]): number[] {
  const sentences = passages.flatMap((passage) => passage.sentences);
  return question.terms.map(({ token, weight }) => {
    let found = 0;
    for (const sentence of sentences) if (bestLikeness(token, sentence.tokens) > 0) found += 1;
    const rarity = Math.log(1 + (sentences.length - found + 0.5) / (found + 0.5)) / Math.log(2 + sentences.length * 2);
    return weight * (0.6 + 0.4 * Math.min(1, rarity));
  });
}

/** Calibrated on the development half of the evaluation set (`evals/ask`). */
export const limits = {
  /** Share of the question that the sentence with its surroundings and title must cover. */
  context: 0.72,
  /** Share of what the title does not already say, that the sentence itself and its neighbours must cover. */
  focus: 0.55,
  /** The same for the sentence alone. */
  own: 0.3,
  /** … or, where the title says the rest, of what is left. */
  ownFocus: 0.75,
  score: 0.55,
} as const;

export function scorePassage(
  question: Question,
  weights: readonly number[],
  passage: CandidatePassage,
): ScoredSentence[] {
  const { sentences, title } = passage;
  const inTitle = question.terms.map(({ token }) => bestLikeness(token, title));
  const own = sentences.map(({ text, tokens }) =>
    question.terms.map(({ token, isMeasure }) =>
      Math.max(bestLikeness(token, tokens), isMeasure && question.measure?.test(text) ? 0.8 : 0),
    ),
  );
  const inPassage = question.terms.map((_, term) => Math.max(0, ...own.map((row) => row[term] ?? 0)));
  const share = (values: readonly number[], part = weights): number => {
    let sum = 0;
    let whole = 0;
    for (const [term, weight] of part.entries()) {
      sum += weight * (values[term] ?? 0);
      whole += weight;
    }
    return whole === 0 ? 0 : sum / whole;
  };
  const focusWeights = weights.map((weight, term) => ((inTitle[term] ?? 0) > 0 ? 0 : weight));
  const hasFocus = focusWeights.some((weight) => weight > 0);

  return sentences.map((sentence, at) => {
    const here = own[at] ?? [];
    const before = own[at - 1] ?? [];
    const after = own[at + 1] ?? [];
    const near = here.map((value, term) => Math.max(value, 0.8 * (before[term] ?? 0), 0.5 * (after[term] ?? 0)));
    const context = near.map((value, term) =>
      Math.max(value, 0.85 * (inTitle[term] ?? 0), 0.6 * (inPassage[term] ?? 0)),
    );
    const evidence = kindEvidence(question, sentence);
    const words = sentence.tokens.length;
    const length = words < 4 ? -0.15 : words > 60 ? -0.05 : 0;
    const definition = question.kind === 'definition' && at <= 1 && isDefinition(sentence) ? 0.12 : 0;
    const score =
      0.45 * share(here) +
      0.25 * share(near) +
      0.25 * share(context) +
      0.1 * (hasFocus ? share(here, focusWeights) : share(here)) +
      0.1 * evidence +
      0.05 * closeness(question, sentence) +
      definition +
      length;
    const namesThere = question.terms.every(({ isName }, term) => !isName || (context[term] ?? 0) > 0);
    // Only the name of whom it is about, and nothing of what is asked about them, is another sentence about them.
    const asksMore = question.terms.some(({ isName, weight }) => !isName && weight >= 1);
    const saysMore = question.terms.some(({ isName, weight }, term) => !isName && weight >= 1 && (here[term] ?? 0) > 0);
    const tells = question.kind !== 'who' && question.kind !== 'definition';
    const needsEvidence = question.kind === 'when' || question.kind === 'quantity' || question.kind === 'who';
    const answers =
      !sentence.isHeading &&
      words >= 3 &&
      !sentence.text.endsWith('?') &&
      namesThere &&
      (!asksMore || saysMore || evidence > 0) &&
      (tells || addedWords(question, sentence) >= 2) &&
      !(needsEvidence && evidence < 0) &&
      share(context) >= limits.context &&
      (share(here) >= (hasFocus ? limits.own : 0.2) || (hasFocus && share(here, focusWeights) >= limits.ownFocus)) &&
      (!hasFocus || share(near, focusWeights) >= limits.focus) &&
      score >= limits.score;
    const reason = question.kind === 'why' && pointsBack.test(sentence.text) ? sentences[at - 1] : undefined;
    return {
      chunkId: passage.chunkId,
      text: sentence.text,
      before: reason && !reason.isHeading ? reason.text : null,
      tokens: sentence.tokens,
      score,
      answers,
    };
  });
}

const isDefinition = ({ text }: CandidateSentence): boolean =>
  /^.{1,80}?\s(?:is|are|was|were|means|refers|ist|sind|war|est|sont|était|es|son|era|è|sono|é|são)\s/iu.test(text);

/** 1 when the words of the question stand next to each other, towards 0 when they are far apart. */
function closeness(question: Question, { tokens }: CandidateSentence): number {
  const positions: number[] = [];
  for (const { token } of question.terms) {
    const position = tokens.findIndex((found) => bestLikeness(token, [found]) > 0);
    if (position >= 0) positions.push(position);
  }
  if (positions.length < 2) return 0;
  const span = Math.max(...positions) - Math.min(...positions) + 1;
  return positions.length / span;
}
