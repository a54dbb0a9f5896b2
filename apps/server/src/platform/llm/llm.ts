/**
 * The answer-provider port. The built-in adapter is extractive: it quotes and never invents.
 * Model providers are further adapters behind the same shape.
 */
export interface AnswerProvider {
  readonly name: string;
  /** `extractive` answers consist of sentences of the passages, word for word. */
  readonly kind: 'extractive' | 'generative';
  /** Yields the answer sentence by sentence. Ends without a sentence when the passages do not answer the question. */
  answer(request: AnswerRequest): AsyncIterable<AnswerSentence>;
}

export interface AnswerRequest {
  question: string;
  passages: readonly Passage[];
  signal: AbortSignal;
}

export interface Passage {
  /** `search_chunks.id`. */
  chunkId: string;
  text: string;
  title: string;
}

export interface AnswerSentence {
  text: string;
  citations: readonly { chunkId: string; quote: string }[];
}
