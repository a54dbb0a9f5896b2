import { parentPort } from 'node:worker_threads';
import { ExtractionFailure } from './extraction/article-extractor.ts';
import { extractArticle } from './extraction/extract-article.ts';
import type { WorkerReply, WorkerRequest } from './extraction/worker-messages.ts';

// The entry of the extraction thread: a bundle of its own, so that the DOM is loaded only when the first article comes.
const port = parentPort;
if (!port) throw new Error('extraction-worker runs as a worker thread only');

port.on('message', ({ id, page }: WorkerRequest) => {
  port.postMessage(reply(id, page));
});
port.postMessage({ type: 'ready' } satisfies WorkerReply);

function reply(id: number, page: WorkerRequest['page']): WorkerReply {
  try {
    return { type: 'done', id, article: extractArticle(page) };
  } catch (error) {
    const kind = error instanceof ExtractionFailure ? error.kind : 'crashed';
    return { type: 'failed', id, kind, message: error instanceof Error ? error.message : String(error) };
  }
}
