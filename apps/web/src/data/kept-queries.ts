import type { Query, QueryClient } from '@tanstack/react-query';
import { createStore, delMany, entries, get, keys, setMany, type UseStore } from 'idb-keyval';
import { connection } from '../runtime/connection/connection.ts';
import { ApiError } from './request.ts';

interface KeptAnswer {
  shape: number;
  at: number;
  size: number;
  key: readonly unknown[];
  data: unknown;
}

/** Goes up when an answer's shape changes: what was kept before is not read any more. */
const shape = 1;
const longestKept = 7 * 24 * 60 * 60 * 1000;
const mostKept = 400;
const largestAnswer = 600_000;
const mostCharacters = 20_000_000;
const writeAfter = 1000;
/** So long a screen waits for a server that may only be slow. */
const patience = 1500;
/** What people have read or written. Search results, usage and settings are worth nothing without the server. */
const contentKinds = new Set<unknown>([
  'articles',
  'article-chunks',
  'highlights',
  'reading-position',
  'library',
  'notes',
  'tags',
  'dashboard',
  'own-profile',
]);
const noAnswer = new Set(['offline', 'timeout', 'unavailable']);

let store: UseStore | undefined;
const durable = () => {
  store ??= createStore('cairn-queries', 'answers');
  return store;
};
const keyOf = (userId: string, hash: string) => `${userId}|${hash}`;
const closed = new Set<string>();
let started = false;

/**
 * Keeps the answers that content screens were shown with, so that what was visited opens without a network. While the server answers,
 * screens never see a kept answer: only a query that has nothing, and gets nothing soon, is given one. The server's answer replaces it.
 */
export function keepQueries(client: QueryClient, userNow: () => string | undefined): void {
  if (started) return;
  started = true;
  const cache = client.getQueryCache();
  const waiting = new Map<string, KeptAnswer>();

  const write = () => {
    const open = [...waiting].filter(([key]) => !closed.has(key.split('|')[0] ?? ''));
    waiting.clear();
    void setMany(open, durable()).catch(() => {});
  };
  const keep = (query: Query, userId: string) => {
    const { data, dataUpdatedAt } = query.state;
    const size = JSON.stringify(data)?.length ?? 0;
    if (size > largestAnswer) return;
    waiting.set(keyOf(userId, query.queryHash), { shape, at: dataUpdatedAt, size, key: query.queryKey, data });
    if (waiting.size === 1) window.setTimeout(write, writeAfter);
  };
  const restore = async (query: Query, userId: string) => {
    const kept = await get<KeptAnswer>(keyOf(userId, query.queryHash), durable()).catch(() => undefined);
    if (!kept || !isGood(kept) || query.state.data !== undefined || userNow() !== userId) return;
    client.setQueryData(query.queryKey, kept.data, { updatedAt: kept.at });
  };
  const look = (query: Query) => {
    const userId = userNow();
    if (!userId || closed.has(userId) || !contentKinds.has(query.queryKey[0])) return;
    const { data, status, dataUpdatedAt } = query.state;
    if (data === undefined) {
      if (cannotAnswer(query)) void restore(query, userId);
      else window.setTimeout(() => void restore(query, userId), patience);
    }
    // A restored answer is not written again: it keeps its age.
    else if (status === 'success' && Date.now() - dataUpdatedAt < writeAfter * 60) keep(query, userId);
  };
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { type } = event.action;
    if (type === 'success' || type === 'error' || type === 'pause' || type === 'fetch') look(event.query);
  });
  const lookAtAll = () => {
    for (const query of cache.getAll()) look(query);
  };
  lookAtAll();
  let { reachable } = connection().snapshot();
  connection().subscribe(() => {
    const before = reachable;
    ({ reachable } = connection().snapshot());
    // What is waited for may be here.
    if (before && !reachable) lookAtAll();
  });
  window.addEventListener('pagehide', write);
  window.setTimeout(() => void prune().catch(() => {}), 30_000);
}

function cannotAnswer({ state }: Query): boolean {
  if (state.fetchStatus === 'paused' || !connection().snapshot().reachable) return true;
  return state.status === 'error' && state.error instanceof ApiError && noAnswer.has(state.error.code);
}

const isGood = (kept: KeptAnswer) => kept.shape === shape && Date.now() - kept.at < longestKept;

async function prune(): Promise<void> {
  const all = (await entries<string, KeptAnswer>(durable())).toSorted(([, a], [, b]) => b.at - a.at);
  let characters = 0;
  const gone = all.filter(([, kept], index) => {
    characters += kept.size;
    return !isGood(kept) || index >= mostKept || characters > mostCharacters;
  });
  await delMany(
    gone.map(([key]) => key),
    durable(),
  );
}

/** Everything that is kept of the person, newest first. */
export async function keptAnswers(userId: string): Promise<{ key: readonly unknown[]; data: unknown }[]> {
  const all = await entries<string, KeptAnswer>(durable()).catch(() => []);
  return all
    .filter(([name, kept]) => name.startsWith(`${userId}|`) && isGood(kept))
    .map(([, kept]) => kept)
    .toSorted((a, b) => b.at - a.at);
}

/** From here on nothing of the person is written any more. */
export async function forgetKeptQueries(userId: string): Promise<void> {
  closed.add(userId);
  try {
    const own = (await keys<string>(durable())).filter((key) => key.startsWith(`${userId}|`));
    await delMany(own, durable());
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
