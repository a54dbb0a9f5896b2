import { articleImages, avatars, type ImageCache, keepImage, keptImage } from './image-cache.ts';
import { assetCache, type BuiltFiles, configFile, keepPlain, keptPage, keptPlain } from './shell-cache.ts';

/** So long a page waits for the server before the kept one is shown. */
const pageTimeoutMs = 3000;

/** What the server answers itself: API, links of mails, files. The worker never touches these. */
const serverPaths = /^\/(auth|rest|storage|functions|realtime|api|healthz|readyz|metrics|mailbox)(\/|$)/;
const publicAvatars = /^\/storage\/v1\/object\/public\/avatars\//;

type Answer = Promise<Response> | undefined;

/** How a request is answered; `undefined` leaves it to the browser. `later` is what goes on after the answer. */
export function answerRequest(
  request: Request,
  { origin, files, later }: { origin: string; files: BuiltFiles; later: (work: Promise<unknown>) => void },
): Answer {
  if (request.method !== 'GET' || request.headers.has('authorization') || request.headers.has('range')) return;
  const url = new URL(request.url);
  if (url.origin !== origin) {
    return request.destination === 'image' && /^https?:$/.test(url.protocol)
      ? image(articleImages, request, later)
      : undefined;
  }
  if (publicAvatars.test(url.pathname)) return image(avatars, request, later, true);
  if (serverPaths.test(url.pathname)) return;
  if (request.mode === 'navigate') {
    return /\.\w{1,12}$/.test(url.pathname) ? undefined : page(request, url.pathname, files);
  }
  if (url.pathname.startsWith('/assets/')) return asset(request, url.pathname, files, later);
  if (url.pathname === configFile || files.plain.includes(url.pathname)) {
    return networkFirst(request, url.pathname, files, later);
  }
}

async function page(request: Request, path: string, files: BuiltFiles): Promise<Response> {
  const fromServer = fetch(request);
  let stopWaiting = (): void => {};
  const waited = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pageTimeoutMs);
    stopWaiting = () => clearTimeout(timer);
  });
  try {
    const response = await Promise.race([fromServer, waited]);
    // A proxy that answers for a server that does not.
    if (response && response.status < 500) return response;
  } catch {
    // No network: the kept page is the answer.
  } finally {
    stopWaiting();
  }
  return (await keptPage(files, path)) ?? fromServer;
}

/** Hashed by their content: what is kept is right for ever. */
async function asset(
  request: Request,
  path: string,
  files: BuiltFiles,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await caches.open(assetCache);
  const kept = await cache.match(path, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  // Of another build: the page that wants it is older or newer than this worker, and its own worker will keep it.
  if (response.ok && files.all.includes(path)) later(cache.put(path, response.clone()).catch(() => {}));
  return response;
}

async function networkFirst(
  request: Request,
  path: string,
  files: BuiltFiles,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) later(keepPlain(files, path, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const kept = await keptPlain(files, path);
    if (kept) return kept;
    throw error;
  }
}

async function image(
  kind: ImageCache,
  request: Request,
  later: (work: Promise<unknown>) => void,
  renew = false,
): Promise<Response> {
  const kept = await keptImage(kind, request).catch(() => undefined);
  const load = async () => {
    const response = await fetch(request);
    if (response.ok || response.type === 'opaque') later(keepImage(kind, request, response.clone()));
    return response;
  };
  if (!kept) return load();
  if (renew) later(load().catch(() => {}));
  return kept;
}
