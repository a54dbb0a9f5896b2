import { bodyError, DataError } from './domain/data-error.ts';

/** The body as text, refused as soon as it is larger than `limit` bytes or not UTF-8. */
export async function readBodyText(request: Request, limit: number): Promise<string> {
  const tooLarge = (): DataError =>
    new DataError(413, 'PGRST102', 'The body is too large', `At most ${limit} bytes are allowed`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
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
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
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
