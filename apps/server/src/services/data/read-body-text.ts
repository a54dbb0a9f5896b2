import { bodyError, DataError } from './domain/data-error.ts';

/** The body as text, refused as soon as it is larger than `limit` bytes or not UTF-8. */
export async function readBodyText(request: Request, limit: number): Promise<string> {
  const tooLarge = (): DataError =>
    new DataError(413, 'PGRST102', 'The body is too large', `At most ${limit} bytes are allowed`);
  const declared = request.headers.get('content-length');
  if (declared !== null && request.headers.get('transfer-encoding') === null) {
    // HTTP itself ends a body of declared length there, so it can be read in one go.
    if (!(Number(declared) <= limit)) throw tooLarge();
    return decode(await request.arrayBuffer());
  }
  if (request.body === null) return '';
  return decode(await readStream(request.body, limit, tooLarge));
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  limit: number,
  tooLarge: () => DataError,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw bodyError('Empty or invalid json', 'The body is not UTF-8');
  }
}

const jsonType = /^application\/(?:[\w.+-]*\+)?json$/;

/** JSON is the only kind of body; an absent Content-Type means JSON, as in PostgREST. */
export function checkContentType(header: string | undefined): void {
  const type = (header ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!jsonType.test(type)) throw bodyError(`Content-Type not acceptable: ${type}`);
}
