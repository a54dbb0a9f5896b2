import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchFailure } from './fetch-failure.ts';

/**
 * Reads a body to its end, undoing its content coding. Counts the bytes on the wire and the bytes after decompression, each
 * against `maxBytes`, while they stream: a bomb is dropped at the limit, not after it went off.
 */
export async function readBody(
  body: Readable,
  options: { contentEncoding: string; maxBytes: number; url: string },
): Promise<Uint8Array> {
  const { maxBytes, url } = options;
  const chunks: Buffer[] = [];
  let total = 0;
  // Which stage of a pipeline reports first is a matter of timing: what was decided here is what counts.
  let exceeded: FetchFailure | null = null;
  const tooLarge = () => {
    exceeded ??= new FetchFailure('too_large', url);
    return exceeded;
  };
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      total += chunk.length;
      if (total > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  };
  const coding = options.contentEncoding.trim().toLowerCase();
  try {
    if (coding === '' || coding === 'identity') {
      await pipeline(body, collect);
    } else {
      const first = await firstChunk(body);
      const decoder = decoderFor(coding, first, url);
      await pipeline(prepend(first, body), byteLimit(maxBytes, tooLarge), decoder, collect);
    }
  } catch (error) {
    throw exceeded ?? error;
  }
  return new Uint8Array(Buffer.concat(chunks, total));
}

function decoderFor(coding: string, first: Buffer | null, url: string): Transform {
  // A truncated stream gives what it held, as in browsers.
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlib);
    case 'deflate':
      // By the standard it has a zlib header; many servers leave that out.
      return first && ((first[0] ?? 0) & 0x0f) === 8 ? createInflate(zlib) : createInflateRaw(zlib);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      // Stacked codings ("gzip, gzip") exist only to hide a bomb.
      throw new FetchFailure('bad_encoding', url);
  }
}

async function firstChunk(body: Readable): Promise<Buffer | null> {
  const iterator = body.iterator({ destroyOnReturn: false });
  for await (const chunk of iterator) return Buffer.from(chunk);
  return null;
}

async function* prepend(first: Buffer | null, rest: Readable): AsyncGenerator<Buffer> {
  if (!first) return;
  yield first;
  yield* rest;
}

function byteLimit(maxBytes: number, error: () => Error): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(error());
      else done(null, chunk);
    },
  });
}
