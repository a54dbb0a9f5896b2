import type { AskEvent, AskRequest, Citation } from '@cairn/contracts/ask';
import type { UserActor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { AnswerProvider, AnswerSentence } from '../../../platform/llm/llm.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Quota, QuotaCharge } from '../../../platform/quota/quota.ts';
import { createWorkSlots } from '../work-slots.ts';
import { findPassages, itemExists, type PassageRow, type StoredQuote, storedQuotes } from './ask-store.ts';
import { openingOf, placeQuote, saysOnly } from './domain/place-quote.ts';

export interface AskDeps {
  db: Db;
  logger: Logger;
  provider: AnswerProvider;
  /** Makes the answers that are not charged. */
  freeProvider: AnswerProvider;
  quota: Quota;
  /** For one whole answer; default 30 s. */
  timeoutMs?: number;
}

export interface AskService {
  /**
   * Charges and looks up the passages, then hands back the events of the answer. Rejects with an AppError before anything is
   * streamed. The events end when `signal` is aborted.
   */
  ask(actor: UserActor, input: AskRequest, signal: AbortSignal): Promise<AsyncIterable<AskEvent>>;
}

/** What the provider gets to read. */
const mostPassages = 24;
const mostNearest = 3;
/** A model that does not stop is stopped. */
const mostSentences = 40;
/** Questions of one person under way at the same time, and waiting for that, in this process. */
const mostAtOnce = 3;
const mostWaiting = 10;

export function createAskService(deps: AskDeps): AskService {
  const { db, quota, timeoutMs = 30_000 } = deps;
  const slots = createWorkSlots({
    atOnce: mostAtOnce,
    waiting: mostWaiting,
    sentence: 'Your other questions are still being answered. Please wait for them.',
  });

  const checkedCitations = async (
    actor: UserActor,
    sentences: readonly { chunkId: string; quote: string }[],
    passages: ReadonlyMap<string, PassageRow>,
  ): Promise<Citation[]> => {
    const known = sentences.filter(({ chunkId, quote }) => passages.has(chunkId) && !quote.includes('\0'));
    if (known.length === 0) return [];
    const stored = await db.asActor(actor, (tx) => storedQuotes(tx, known), { readOnly: true });
    return stored.flatMap(({ index, chunkText, textHash, fragment, marked }) => {
      const asked = known[index];
      const passage = asked && passages.get(asked.chunkId);
      const locator = asked && placeQuote(asked.quote, { text: chunkText, textHash });
      if (!passage || !locator) return [];
      const { itemKind, itemId, title } = passage;
      return [
        {
          itemKind,
          itemId,
          title,
          locator,
          ...(fragment ? { fragment } : {}),
          ...(marked ? { readIn: readingPlace(marked, asked.quote) } : {}),
        },
      ];
    });
  };

  const isHonest = (provider: AnswerProvider, { text, citations }: AnswerSentence): boolean =>
    provider.kind === 'generative' || citations.some(({ quote }) => saysOnly(text, quote));

  async function* answer(
    actor: UserActor,
    input: AskRequest,
    passages: readonly PassageRow[],
    charge: QuotaCharge,
    signal: AbortSignal,
  ): AsyncGenerator<AskEvent> {
    const provider = input.free ? deps.freeProvider : deps.provider;
    const ending = new AbortController();
    const ended = ending.signal;
    const onGone = (): void => ending.abort();
    signal.addEventListener('abort', onGone, { once: true });
    if (signal.aborted) onGone();
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      ending.abort();
    }, timeoutMs);
    const byId = new Map(passages.map((passage) => [passage.chunkId, passage]));
    let sent = 0;
    let finished = false;
    try {
      yield {
        type: 'start',
        provider: provider.name,
        providerKind: provider.kind,
        ...(input.free ? { free: true } : {}),
      };
      const request = {
        question: input.question,
        passages: passages.map(({ chunkId, text, title, byline, heading }) => ({
          chunkId,
          text,
          title: [title, byline, heading].filter((naming) => naming).join(' – '),
        })),
        signal: ended,
      };
      for await (const sentence of untilAborted(provider.answer(request), ended)) {
        const citations = isHonest(provider, sentence) ? await checkedCitations(actor, sentence.citations, byId) : [];
        if (citations.length === 0) {
          deps.logger.warn({ provider: provider.name }, 'a sentence without a valid citation was dropped');
          continue;
        }
        sent += 1;
        yield { type: 'sentence', text: sentence.text, citations };
        if (sent === mostSentences) break;
      }
      ended.throwIfAborted();
      if (sent > 0) {
        finished = true;
        yield { type: 'done' };
        return;
      }
      const nearest = passages.slice(0, mostNearest).map(({ chunkId, text }) => ({ chunkId, quote: openingOf(text) }));
      const event: AskEvent = { type: 'not_found', nearest: await checkedCitations(actor, nearest, byId) };
      finished = true;
      yield event;
    } catch (error) {
      if (signal.aborted) return;
      const code = isLate ? 'timeout' : 'unavailable';
      deps.logger.warn({ err: error, provider: provider.name, code }, 'answering failed');
      const message = isLate
        ? 'The answer took too long. Please try again.'
        : 'The answer could not be made right now. Please try again.';
      yield { type: 'failed', code, message };
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', onGone);
      // Also when the reader went away: nothing was delivered, nothing is charged.
      if (!finished && sent === 0) await charge.refund();
      else await settled(charge, provider.name);
    }
  }

  /** A charge that could not be marked as done is given back by and by; the answer is there all the same. */
  const settled = (charge: QuotaCharge, model: string): Promise<void> =>
    charge
      .settle({ model })
      .catch((error: unknown) => deps.logger.warn({ err: error }, 'could not settle the charge of an answer'));

  const passagesFor = (actor: UserActor, input: AskRequest): Promise<PassageRow[]> =>
    db.asActor(
      actor,
      async (tx) => {
        const about = input.about ?? null;
        if (about && !(await itemExists(tx, about))) {
          throw new AppError('not_found', 'The text you ask about does not exist any more.');
        }
        return findPassages(tx, input.question, about, mostPassages);
      },
      { readOnly: true },
    );

  return {
    async ask(actor, input, signal) {
      // First of all: who has nothing left is told so, however many questions come at once.
      const charge = await quota.charge(actor.userId, input.free ? 'free_answer' : 'ai_request', 1);
      try {
        const release = await slots.take(actor.userId, signal).catch((error: unknown) => {
          if (signal.aborted) throw new AppError('unavailable', 'The question was cancelled.', { cause: error });
          throw error;
        });
        try {
          const passages = await passagesFor(actor, input);
          return releasing(answer(actor, input, passages, charge, signal), release);
        } catch (error) {
          release();
          throw error;
        }
      } catch (error) {
        await charge.refund();
        throw error;
      }
    },
  };
}

/** A highlight is read in its article: at the quote when that is of the text, else (a comment) at what was marked. */
function readingPlace(
  { articleId, locator, passage }: NonNullable<StoredQuote['marked']>,
  quote: string,
): NonNullable<Citation['readIn']> {
  return { itemKind: 'article', itemId: articleId, locator: (passage && placeQuote(quote, passage)) ?? locator };
}

async function* releasing(events: AsyncGenerator<AskEvent>, release: () => void): AsyncGenerator<AskEvent> {
  try {
    yield* events;
  } finally {
    release();
  }
}

/** Ends the waiting for a provider that does not heed its signal. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  aborted.catch(() => {});
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a provider that hangs would hang here again.
    iterator.return?.()?.then(undefined, () => {});
  }
}
