import { articlePictures, peoplePictures } from '../lib/picture-caches.ts';

interface ImageLimits {
  count: number;
  /** Counted where the browser tells: the size of another site's picture is its secret. */
  bytes: number;
  age: number;
}

export interface ImageCache {
  name: string;
  limits: ImageLimits;
}

const day = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;

export const articleImages: ImageCache = {
  name: articlePictures,
  limits: { count: 80, bytes: 40 * megabyte, age: 30 * day },
};
export const avatars: ImageCache = { name: peoplePictures, limits: { count: 40, bytes: 4 * megabyte, age: 7 * day } };

/** When each picture was last looked at, by its address; lives beside the pictures. */
const indexPath = '/cairn-image-index';
type Index = Record<string, { at: number; bytes: number }>;

let chain: Promise<unknown> = Promise.resolve();
/** One change of the index after the other. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const next = chain.then(work, work);
  chain = next.catch(() => {});
  return next;
}

async function readIndex(cache: Cache): Promise<Index> {
  try {
    const kept = await cache.match(indexPath);
    return kept ? ((await kept.json()) as Index) : {};
  } catch {
    return {};
  }
}

const isTooOld = ({ limits }: ImageCache, entry: Index[string] | undefined, now: number) =>
  !entry || now - entry.at > limits.age;

export async function keptImage(kind: ImageCache, request: Request, now = Date.now()): Promise<Response | undefined> {
  const cache = await caches.open(kind.name);
  const kept = await cache.match(request, { ignoreVary: true });
  if (!kept) return;
  if (isTooOld(kind, (await readIndex(cache))[request.url], now)) return;
  return kept;
}

/** Keeps a picture, and lets go of those that were kept longest ago. A full disk ends the keeping, not the picture. */
export function keepImage(kind: ImageCache, request: Request, response: Response, now = Date.now()): Promise<void> {
  return inTurn(async () => {
    const cache = await caches.open(kind.name);
    try {
      const bytes = response.type === 'opaque' ? 0 : (await response.clone().blob()).size;
      if (bytes > kind.limits.bytes / 4) return;
      await cache.put(request, response);
      const index = { ...(await readIndex(cache)), [request.url]: { at: now, bytes } };
      await cache.put(indexPath, new Response(JSON.stringify(await prune(kind, cache, index, now))));
    } catch {
      await caches.delete(kind.name);
    }
  });
}

async function prune({ limits, ...kind }: ImageCache, cache: Cache, index: Index, now: number): Promise<Index> {
  const newestFirst = Object.entries(index).toSorted(([, a], [, b]) => b.at - a.at);
  const kept: Index = {};
  let total = 0;
  let count = 0;
  for (const [url, entry] of newestFirst) {
    total += entry.bytes;
    count += 1;
    if (count > limits.count || total > limits.bytes || isTooOld({ ...kind, limits }, entry, now)) {
      await cache.delete(url, { ignoreVary: true });
    } else {
      kept[url] = entry;
    }
  }
  return kept;
}
