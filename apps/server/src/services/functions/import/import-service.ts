import { randomUUID } from 'node:crypto';
import { type ErrorCode, errorCodes } from '@cairn/contracts/error-codes';
import type { UserActor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SafeFetcher } from '../../../platform/fetch/safe-fetcher.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Quota, QuotaCharge } from '../../../platform/quota/quota.ts';
import { createWorkSlots } from '../work-slots.ts';
import { canonicalAddress, typedAddress } from './domain/article-url.ts';
import type { ArticleExtractor } from './extraction/article-extractor.ts';
import { ImportCancelled, importFailure, invalidAddress } from './import-failure.ts';
import type { ImportOutcome } from './import-outcome.ts';
import type { ImportRunRow, ImportStore } from './import-store.ts';

export interface ImportServiceDeps {
  store: ImportStore;
  fetcher: SafeFetcher;
  extractor: ArticleExtractor;
  quota: Quota;
  clock: Clock;
  logger: Logger;
  /** Imports of one user at the same time, in this process. */
  maxPerUser?: number;
  /** And how many more of them wait; default 10. */
  maxWaiting?: number;
}

export interface ImportInput {
  importRunId?: string | undefined;
  url: string;
  signal: AbortSignal;
  acceptLanguage?: string | undefined;
}

export interface ImportService {
  /** Throws AppError (`import_*`, `quota_exceeded`, `rate_limited`, `conflict`, `overloaded`) or `ImportCancelled`. */
  importArticle(actor: UserActor, input: ImportInput): Promise<ImportOutcome>;
  /**
   * Closes runs that a crash left behind; to be called at start. `soleProcess`: no other process uses this database, so every
   * running run is one; otherwise only those older than any import lasts.
   */
  recoverInterruptedRuns(options: { soleProcess: boolean }): Promise<number>;
  /** Cancels what is under way and ends the threads. */
  close(): Promise<void>;
}

/** Longer than the fetcher's and the extractor's limits together (25 s, 10 s and a queue before it). */
const maxRunMs = 60_000;
const pageTypes = ['text/html', 'application/xhtml+xml'];

export function createImportService(deps: ImportServiceDeps): ImportService {
  const { store, fetcher, extractor, quota, clock, logger, maxPerUser = 3, maxWaiting = 10 } = deps;
  const slots = createWorkSlots({
    atOnce: maxPerUser,
    waiting: maxWaiting,
    sentence: 'Several of your imports are still under way. Wait for one of them to end.',
  });
  const open = new Set<Promise<unknown>>();
  const stoppers = new Set<AbortController>();
  let stopped = false;
  let secondSweep: NodeJS.Timeout | undefined;

  /** Address → stored article. The run exists and is `running`. */
  async function carryOut(
    actor: UserActor,
    runId: string,
    input: ImportInput,
    charge: QuotaCharge,
  ): Promise<ImportOutcome> {
    const { signal } = input;
    const address = typedAddress(input.url);
    if (!address) throw invalidAddress();
    const page = await fetcher.fetch({
      url: address,
      accept: pageTypes,
      signal,
      ...(input.acceptLanguage ? { acceptLanguage: input.acceptLanguage.slice(0, 200) } : {}),
    });
    const { url, contentType, contentLanguage, body } = page;
    const article = await extractor.extract({ url, contentType, contentLanguage, body, nowMs: clock.now() }, signal);
    if (signal.aborted) throw new ImportCancelled(signal.reason);
    // The charge stays when the article does: both or neither.
    const saved = await store.saveArticle(actor.userId, runId, url, article, (tx) => charge.settle({ tx }));
    if (!saved) throw new AppError('conflict', 'This import was ended elsewhere. Please try again.');
    return { isNew: saved.isNew, importRunId: runId, articleId: saved.id, title: saved.title };
  }

  async function closeRun(actor: UserActor, runId: string, failure: unknown): Promise<void> {
    note(runId, failure);
    try {
      if (failure instanceof ImportCancelled) await store.cancelRun(actor.userId, runId);
      else if (failure instanceof AppError) await store.failRun(actor.userId, runId, failure.code, failure.message);
      else await store.failRun(actor.userId, runId, 'internal', 'Something went wrong on our side.');
    } catch (error) {
      // The database is away: the run is closed by the next start. What went wrong first is what counts.
      logger.warn({ err: error, importRunId: runId }, 'could not close an import run');
    }
  }

  // What people read is theirs: the log has the run and the reason, not the address.
  function note(importRunId: string, failure: unknown): void {
    if (failure instanceof ImportCancelled) logger.info({ importRunId }, 'import cancelled');
    else if (failure instanceof AppError && failure.code !== 'import_extraction_failed') {
      logger.info({ importRunId, code: failure.code }, 'import failed');
    } else logger.warn({ importRunId, err: failure instanceof AppError ? failure.cause : failure }, 'import failed');
  }

  async function refund(charge: QuotaCharge, runId: string): Promise<void> {
    await charge
      .refund()
      .catch((error: unknown) => logger.error({ err: error, importRunId: runId }, 'could not refund an import'));
  }

  /** One signal for all that ends an import: the client, the server's stop, and its own limit. */
  async function withLimits<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stopper = new AbortController();
    stoppers.add(stopper);
    try {
      return await work(AbortSignal.any([signal, stopper.signal, AbortSignal.timeout(maxRunMs - 5_000)]));
    } finally {
      stoppers.delete(stopper);
    }
  }

  async function charged(actor: UserActor, runId: string, input: ImportInput): Promise<ImportOutcome> {
    const charge = await quota.charge(actor.userId, 'article_import', 1);
    let release = (): void => {};
    try {
      release = await waitForSlot(actor, input.signal);
      if (!(await store.startRun(actor.userId, { id: runId, url: input.url, maxAgeMs: maxRunMs }))) {
        throw new AppError('conflict', 'This import is under way already.');
      }
    } catch (error) {
      release();
      await refund(charge, runId);
      throw error;
    }
    try {
      const outcome = await withLimits(input.signal, (signal) => carryOut(actor, runId, { ...input, signal }, charge));
      // Only a newly imported article counts.
      if (!outcome.isNew) await refund(charge, runId);
      return outcome;
    } catch (error) {
      const known = importFailure(error);
      const failure = input.signal.aborted || stopped ? new ImportCancelled(error) : timedOut(known);
      await closeRun(actor, runId, failure);
      await refund(charge, runId);
      throw failure;
    } finally {
      release();
    }
  }

  async function waitForSlot(actor: UserActor, signal: AbortSignal): Promise<() => void> {
    const stopper = new AbortController();
    stoppers.add(stopper);
    const either = AbortSignal.any([signal, stopper.signal]);
    try {
      return await slots.take(actor.userId, either);
    } catch (error) {
      throw either.aborted ? new ImportCancelled(error) : error;
    } finally {
      stoppers.delete(stopper);
    }
  }

  async function closeAbandoned(olderThanMs: number): Promise<number> {
    const count = await store.failAbandonedRuns(
      olderThanMs,
      'The server stopped during this import. Please try again.',
    );
    if (count > 0) logger.warn({ count }, 'closed import runs that were interrupted');
    return count;
  }

  return {
    async importArticle(actor, input) {
      const runId = input.importRunId ?? randomUUID();
      const before = input.importRunId ? await store.findRun(actor, runId, maxRunMs) : null;
      const outcome = before && earlierOutcome(before);
      if (outcome) return outcome;

      const address = typedAddress(input.url);
      const known = address ? await knownArticle(store, actor, address) : null;
      if (known) {
        await store.recordDuplicate(actor.userId, { id: runId, url: input.url }, known.id);
        return { isNew: false, importRunId: runId, articleId: known.id, title: known.title };
      }

      const work = charged(actor, runId, input);
      open.add(work);
      return await work.finally(() => open.delete(work));
    },

    async recoverInterruptedRuns({ soleProcess }) {
      if (soleProcess) return await closeAbandoned(0);
      // A run of a moment ago may be this crash's or a living neighbour's; in a minute it is plain which.
      secondSweep = setTimeout(() => {
        closeAbandoned(maxRunMs).catch((error: unknown) =>
          logger.warn({ err: error }, 'could not close interrupted import runs'),
        );
      }, maxRunMs + 1_000);
      secondSweep.unref();
      return await closeAbandoned(maxRunMs);
    },

    async close() {
      stopped = true;
      clearTimeout(secondSweep);
      for (const stopper of stoppers) stopper.abort();
      await extractor.close();
      // Their runs are closed in the database, which must still be there.
      await Promise.allSettled(open);
    },
  };
}

/** What a repeated request gets; null when the run may be (re)started. */
function earlierOutcome(run: ImportRunRow): ImportOutcome | null {
  switch (run.status) {
    case 'imported':
    case 'duplicate':
      if (run.article_id === null) throw new AppError('not_found', 'The article of this import has been deleted.');
      return {
        isNew: run.status === 'imported',
        importRunId: run.id,
        articleId: run.article_id,
        title: run.article_title ?? '',
      };
    case 'failed':
      throw new AppError(
        isErrorCode(run.error_code) ? run.error_code : 'internal',
        run.error_message ?? 'The import failed.',
      );
    case 'running':
      if (!run.abandoned) throw new AppError('conflict', 'This import is under way already.');
      return null;
    case 'cancelled':
      return null;
  }
}

async function knownArticle(store: ImportStore, actor: UserActor, address: string) {
  const { protocol } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' ? store.findArticle(actor, canonicalAddress(address)) : null;
}

// The whole import's own limit looks like a cancellation to the parts below.
function timedOut(failure: unknown): unknown {
  if (!(failure instanceof ImportCancelled)) return failure;
  return new AppError('import_timeout', 'The import took too long. Try again later.', { cause: failure });
}

function isErrorCode(code: string | null): code is ErrorCode {
  return errorCodes.some((known) => known === code);
}
