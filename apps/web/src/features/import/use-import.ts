import type { ImportArticleResult } from '@cairn/contracts/import-article';
import { quotaResultOf, type UpgradeOffer } from '@cairn/contracts/plans';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { importArticle } from '../../data/imports.ts';
import { ApiError, isAbort } from '../../data/request.ts';
import { writeDays } from '../../lib/dates.ts';
import { newId } from '../../lib/new-id.ts';

export type ImportState =
  | { step: 'idle' }
  | { step: 'working'; url: string }
  | { step: 'done'; result: ImportArticleResult }
  | { step: 'cancelled' }
  /** `upgrade`: the plan's imports are used up, and another plan has more. */
  | { step: 'failed'; message: string; upgrade?: UpgradeOffer | undefined };

interface Import {
  state: ImportState;
  start: (url: string) => Promise<void>;
  cancel: () => void;
  fail: (message: string) => void;
}

/** One import at a time. Leaving the screen lets it finish on the server; only Cancel ends it. */
export function useImport(): Import {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const controller = useRef<AbortController | undefined>(undefined);
  const last = useRef<{ url: string; importRunId: string } | undefined>(undefined);

  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['import-runs'] });
    void queryClient.invalidateQueries({ queryKey: ['articles'] });
    void queryClient.invalidateQueries({ queryKey: ['search'] });
  };
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const start = async (url: string) => {
    const abort = new AbortController();
    controller.current = abort;
    // A request whose answer was lost is repeated with the same id: the server answers with the first outcome.
    const run = last.current?.url === url ? last.current : { url, importRunId: newId() };
    last.current = run;
    setState({ step: 'working', url });
    const seen = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['import-runs'] }), 600);
    try {
      const result = await importArticle(run.url, run.importRunId, abort.signal);
      last.current = undefined;
      if (mounted.current) setState({ step: 'done', result });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'offline')) last.current = undefined;
      if (mounted.current) {
        if (isAbort(error) || abort.signal.aborted) setState({ step: 'cancelled' });
        else setState({ step: 'failed', message: failureMessage(error), upgrade: offerIn(error) });
      }
    } finally {
      clearTimeout(seen);
      refresh();
    }
  };

  return {
    state,
    start,
    cancel: () => {
      controller.current?.abort();
      // The server needs a moment to write down that the run was given up.
      setTimeout(refresh, 1000);
    },
    fail: (message) => setState({ step: 'failed', message }),
  };
}

function failureMessage(error: unknown): string {
  return error instanceof ApiError ? writeDays(error.message) : 'The article could not be imported. Please try again.';
}

const offerIn = (error: unknown): UpgradeOffer | undefined =>
  error instanceof ApiError && error.code === 'quota_exceeded' ? quotaResultOf(error.details)?.upgrade : undefined;
