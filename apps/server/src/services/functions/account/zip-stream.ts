import { Zip, ZipDeflate } from 'fflate';

/** One file of the archive; its bytes come one after the other. */
export interface ArchiveEntry {
  path: string;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Archives of this form end here. */
const mostBytes = 4_000_000_000;
const nothing = new Uint8Array();

/**
 * An archive as a stream, made as fast as it is read: no more than one chunk is in memory. Ends with an error when a source does.
 * `onEnd` is called once, however it ends: read to the end, failed, or given up by the reader.
 */
export function zipStream(entries: AsyncIterable<ArchiveEntry>, onEnd: () => void): ReadableStream<Uint8Array> {
  const chunks = zipChunks(entries);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel() {
      onEnd();
      await chunks.return(undefined);
    },
  });
}

async function* zipChunks(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array, undefined> {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  let total = 0;
  const zip = new Zip((error, bytes) => {
    failure ??= error;
    if (bytes.length > 0) ready.push(bytes);
    total += bytes.length;
  });
  const take = (): Uint8Array[] => {
    if (failure) throw failure;
    if (total > mostBytes) throw new Error('The archive would be larger than 4 GB.');
    const taken = ready;
    ready = [];
    return taken;
  };
  for await (const { path, chunks } of entries) {
    const file = new ZipDeflate(path, { level: 6 });
    zip.add(file);
    for await (const chunk of chunks) {
      file.push(chunk, false);
      yield* take();
    }
    file.push(nothing, true);
    yield* take();
  }
  zip.end();
  yield* take();
}
