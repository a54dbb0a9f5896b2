import { answerRequest } from './service-worker/answer-request.ts';
import { type BuiltFiles, dropOldBuilds, fillShell, keepUsed } from './service-worker/shell-cache.ts';
import type { WorkerScope } from './service-worker/worker-scope.ts';

/** Filled in by the build. */
declare const __CAIRN_BUILT_FILES__: BuiltFiles;

const files = __CAIRN_BUILT_FILES__;
const scope = globalThis as unknown as WorkerScope;

// A new worker waits until the person asks for it or all pages are closed: nobody's work is reloaded away.
scope.addEventListener('install', (event) => event.waitUntil(fillShell(files)));
scope.addEventListener('activate', (event) => event.waitUntil(dropOldBuilds(files).then(() => scope.clients.claim())));
scope.addEventListener('message', (event) => {
  const message = event.data as { type?: unknown; paths?: unknown } | null;
  if (message?.type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting());
  if (message?.type === 'KEEP_USED' && Array.isArray(message.paths)) {
    event.waitUntil(keepUsed(files, message.paths).catch(() => {}));
  }
});
scope.addEventListener('fetch', (event) => {
  // A page that is left may end before its request: what goes on afterwards is held by the event.
  let settle = (): void => {};
  const waiting: Promise<unknown>[] = [];
  const answer = answerRequest(event.request, {
    origin: scope.location.origin,
    files,
    later: (work) => void waiting.push(work),
  });
  if (!answer) return;
  event.waitUntil(
    new Promise<void>((resolve) => {
      settle = resolve;
    }),
  );
  const settleAll = () => void Promise.allSettled(waiting).then(settle);
  void answer.then(settleAll, settleAll);
  event.respondWith(answer);
});
