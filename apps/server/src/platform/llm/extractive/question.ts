import { detectLanguage } from '../../language/detect-language.ts';
import { stopWords } from '../../language/stop-words.ts';
import { type Token, tokenize } from './terms.ts';

/** What sort of answer is wanted. */
export type QuestionKind = 'when' | 'who' | 'where' | 'quantity' | 'why' | 'definition' | 'other';

export interface QuestionTerm {
  token: Token;
  /** How much of the meaning hangs on it. */
  weight: number;
  /** A name or a number: without it, a text speaks about something else. */
  isName: boolean;
  /** The adjective of "how tall": a measure in the text says as much. */
  isMeasure: boolean;
}

export interface Question {
  language: string | null;
  kind: QuestionKind;
  terms: QuestionTerm[];
  /** "How tall": an answer names a measure. */
  measure: RegExp | null;
}

/** A pattern of whole words, in any script (`\b` knows only ASCII). */
const phrase = (alternatives: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');

const kinds: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    'quantity',
    phrase(
      'how (?:many|much|tall|high|deep|long|far|old|fast|big|large|heavy|wide|hot|cold|often)|' +
        'wie (?:viele?|hoch|tief|lang|weit|alt|schnell|groß|schwer|breit|oft)|combien|cu[aá]nt[oa]s?|quant[oiae]|quant[oa]s|' +
        'hoeveel|hur (?:många|mycket)|сколько',
    ),
  ],
  [
    'when',
    phrase(
      'when|(?:what|which) (?:year|date|day|century|month|decade)|wann|welche[mns] (?:jahr|jahrhundert|tag)|quand|' +
        'quelle (?:année|date)|cuándo|qué (?:año|fecha)|quando|(?:che|quale) (?:anno|data)|que ano|wanneer|welk jaar|när|' +
        'vilket år|когда|каком году',
    ),
  ],
  [
    'who',
    phrase('who|whom|whose|wer|wem|wen|wessen|(?:^|par |de |à )qui|quién|quiénes|^chi|da chi|quem|vem|кто|кем|кого'),
  ],
  [
    'where',
    phrase(
      'where|(?:what|which) (?:city|country|town|place|island|river|sea|ocean|continent|region)|^wo|woher|wohin|' +
        'welche[mnrs]? (?:stadt|land|ort|insel)|où|quelle ville|dónde|qué (?:ciudad|país)|dove|onde|^waar|^var|где|куда|откуда',
    ),
  ],
  ['why', phrase('why|warum|weshalb|wieso|pourquoi|por qu[eé]|perch[eé]|waarom|varför|почему|зачем')],
  [
    'definition',
    /^(?:what|who) (?:is|are|was|were) (?:an? |the )?[\p{L}\p{N}' -]{2,40}\??$|^was (?:ist|sind|war) |^qu['’]est[- ]ce qu|^¿?qué (?:es|son|era) |^che cos|^cos['’]è|^o que é |^wat is |^vad är |^что такое/iu,
  ],
];

const measures: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:tall|high|deep|long|far|wide)\b|\bwie (?:hoch|tief|lang|weit|breit)\b/i,
    /\d[\d.,\s]*(?:m|km|cm|mm|ft|metres?|meters?|kilomet\p{L}+|centimet\p{L}+|feet|foot|miles?|inch\p{L}*|yards?|fathoms?|meilen|years?|months?|weeks?|days?|hours?|minutes?|jahre?|tage?|stunden|monate)\b/iu,
  ],
  [/\bhow old\b|\bwie alt\b/i, /\d+\s*(?:years?|jahre?|months?)|\b(?:aged?|alter)\b/iu],
  [/\bhow heavy\b|\bwie schwer\b/i, /\d[\d.,\s]*(?:kg|g|t|tons?|tonnes?|pounds?|kilogram\p{L}*|grams?|tonnen)\b/iu],
  [/\bhow (?:hot|cold)\b/i, /\d[\d.,\s]*(?:°|degrees?|grad)/iu],
  [/\bhow fast\b|\bwie schnell\b/i, /\d[\d.,\s]*(?:km|miles?|m|met\p{L}+|knots?)\b/iu],
];
const measureWords = new Set(
  'tall high deep long far wide old heavy hot cold fast big large often hoch tief lang weit breit alt schwer schnell groß oft'.split(
    ' ',
  ),
);

/** Words of questions that hold little: they may be missing from a right answer. */
const weakWords = new Set(
  (
    'name named call called known happen happened kind kinds type sort mean means meaning say says said tell year date day century people person place thing things do does did done main many much ' +
    'city country town give given get become became go goes put take takes exactly described describe explain article text notes note take took place took happens jahr heißt genannt stadt geschah passiert stattgefunden fand statt eut lieu passé arrivé tenía tiene había ocurrió pasó successe accadde avvenne произошло случилось было nombre llamado llama nom appelle chiamato chiama город год'
  ).split(' '),
);
const questionWords = new Set(
  (
    'who whom whose what which when where why how can could would should will shall may might must often wer wem wen wessen was welche welcher welches welchem welchen wann wo woher wohin warum weshalb wieso wie viele viel ' +
    'womit wovon woran worauf worüber worunter wodurch wofür wogegen worin woraus wobei wozu wonach ' +
    'qui que quoi quel quelle quels quelles quand où pourquoi comment combien est ce quién quiénes qué cuál cuándo dónde cómo cuánto cuántos cuánta cuántas chi cosa quale quali quando dove perché come quanto quanti quanta quante ' +
    'quem qual onde wanneer waar waarom hoe hoeveel wat welke vem vad när varför hur кто что какой какая какое какие когда где куда почему зачем как сколько чем кем каком чей чья чьё чьи который которая которое которые ' +
    'ما ماذا من متى أين كيف لماذا هل كم מה מי מתי איפה למה מדוע איך כמה האם ' +
    // With the particles that stand between the words.
    '何 なに なん 誰 だれ いつ どこ なぜ どう どの どんな いくつ いくら の は が を に で と も へ や から まで です ます か だ た て い ' +
    '的 了 是 在 吗 呢 嗎 什么 什麼 谁 誰 哪里 哪裡 哪儿 哪 为什么 為什麼 怎么 怎麼 多少 几 幾 何时 和 与 อะไร ใคร ที่ไหน เมื่อไร ทำไม อย่างไร'
  ).split(' '),
);

/** "What fuel …": an answer names a fuel and seldom says the word. */
const answerType =
  /(?:^|[\s¿])(?:what|which|welche[mnrs]?|quel(?:le)?s?|qué|quale|quali|welke?|vilke[nt]?|како[йме]|какая|какие)\s+(\p{L}+)/iu;

export function analyseQuestion(text: string, textLanguage: string | null): Question {
  const detected = detectLanguage(text);
  // A short question shows few small words: the language of the texts decides when the question does not.
  const language = detected ?? textLanguage;
  const stops = stopWords.get(language ?? 'en') ?? new Set<string>();
  const kind = kinds.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? 'other';
  const measure = measures.find(([asked]) => asked.test(text))?.[1] ?? null;
  const all = tokenize(text, language);
  const kept = all.filter(({ word }) => !stops.has(word) && !questionWords.has(word));
  const askedFor = answerType.exec(text)?.[1]?.toLowerCase();
  const meaningful = kept.length > 0 ? kept : all.filter(({ word }) => !questionWords.has(word));
  const seen = new Set<string>();
  const terms: QuestionTerm[] = [];
  for (const token of meaningful) {
    if (seen.has(token.stem) || (token.word.length < 2 && !/\p{N}|\p{Script=Han}/u.test(token.word))) continue;
    seen.add(token.stem);
    // Every German noun has a capital letter, so it tells nothing there.
    const capital = language !== 'de' && /^\p{Lu}/u.test(token.surface) && all[0] !== token;
    const isName = capital || /\p{N}/u.test(token.word);
    const isMeasure = kind === 'quantity' && measureWords.has(token.word);
    const isWeak = weakWords.has(token.word) || isMeasure || (token.word === askedFor && !isName);
    terms.push({ token, isName, isMeasure, weight: isWeak ? 0.35 : isName ? 1.2 : 1 });
  }
  return { language, kind, terms, measure };
}
