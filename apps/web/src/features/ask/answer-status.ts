import type { Answer } from './answer-state.ts';

/** What the live region says: once at each turn, not at every sentence. */
export function statusSentence(answer: Answer | undefined, about: boolean): string {
  if (!answer) return '';
  const { step, sentences, sources } = answer;
  if (step === 'asking') return about ? 'Looking through the text' : 'Looking through your library';
  if (step === 'answering') return sentences.length > 0 ? 'The answer is coming' : '';
  if (step === 'not_found') return about ? 'Not in this text' : 'Not in your notes';
  if (step === 'stopped') return 'Stopped';
  // The alert says it.
  if (step === 'failed') return '';
  const count = (number: number, one: string) => (number === 1 ? `1 ${one}` : `${number} ${one}s`);
  return `Answered in ${count(sentences.length, 'sentence')} with ${count(sources.length, 'source')}`;
}
