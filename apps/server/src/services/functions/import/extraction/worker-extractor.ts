import { Worker } from 'node:worker_threads';
import {
  type ArticleExtractor,
  type ExtractedArticle,
  ExtractionFailure,
  type PageToExtract,
} from './article-extractor.ts';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

export interface WorkerExtractorOptions {
  /** The bundled `extraction-worker`: beside the server's bundle, or made from source by the testkit. */
  workerUrl: URL;
  /** Threads at most. */
  size?: number;
  /** Pages that may wait for a thread; more are refused as `overloaded`. */
  queueLimit?: number;
  /** Milliseconds for one page; the thread is ended then. */
  timeoutMs?: number;
  /** Milliseconds for a thread to load. */
  startTimeoutMs?: number;
  /** Milliseconds without work after which a thread ends and gives its memory back. */
  idleMs?: number;
  maxHeapMb?: number;
}

interface Job {
  page: PageToExtract;
  resolve: (article: ExtractedArticle) => void;
  reject: (failure: ExtractionFailure) => void;
  detach: () => void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  ready: boolean;
  ended: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** A small pool of worker threads: started by the first page, ended when idle, replaced when one is ended by a page. */
export function createWorkerExtractor(options: WorkerExtractorOptions): ArticleExtractor {
  return new ThreadPool(options);
}

class ThreadPool implements ArticleExtractor {
  readonly #options: Required<WorkerExtractorOptions>;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  #jobs = 0;
  #closed = false;

  constructor(options: WorkerExtractorOptions) {
    this.#options = {
      size: 2,
      queueLimit: 16,
      timeoutMs: 10_000,
      startTimeoutMs: 20_000,
      idleMs: 30_000,
      maxHeapMb: 512,
      ...options,
    };
  }

  extract(page: PageToExtract, signal: AbortSignal): Promise<ExtractedArticle> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new ExtractionFailure('aborted', signal.reason));
      if (this.#closed || this.#waiting.length >= this.#options.queueLimit)
        return reject(new ExtractionFailure('overloaded'));
      const onAbort = () => this.#abort(job);
      const job: Job = { page, resolve, reject, detach: () => signal.removeEventListener('abort', onAbort) };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) settle(job, new ExtractionFailure('aborted'));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, new ExtractionFailure('aborted'))));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      let thread = [...this.#threads].find((candidate) => candidate.job === null);
      if (!thread) {
        if (this.#threads.size >= this.#options.size) return;
        thread = this.#start();
      }
      const job = this.#waiting.shift();
      if (job) this.#assign(thread, job);
    }
  }

  #start(): Thread {
    const worker = new Worker(this.#options.workerUrl, {
      // Nothing of the server's environment is needed to read a page.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.#options.maxHeapMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    });
    // Taken in and dropped: a page must not write into the server's output.
    worker.stdout.resume();
    worker.stderr.resume();
    const thread: Thread = { worker, job: null, ready: false, ended: false, timer: undefined };
    this.#threads.add(thread);
    worker.on('message', (reply: WorkerReply) => this.#onReply(thread, reply));
    worker.on('error', (error) => void this.#end(thread, new ExtractionFailure('crashed', error)));
    worker.on('exit', () => void this.#end(thread, new ExtractionFailure('crashed')));
    return thread;
  }

  #assign(thread: Thread, job: Job): void {
    thread.job = job;
    thread.worker.ref();
    // Loading is not the page's fault, so its own time begins when the thread is ready.
    this.#limit(thread, thread.ready ? this.#options.timeoutMs : this.#options.startTimeoutMs);
    if (thread.ready) this.#send(thread, job);
  }

  #send(thread: Thread, job: Job): void {
    this.#jobs += 1;
    thread.worker.postMessage({ id: this.#jobs, page: job.page } satisfies WorkerRequest);
  }

  #onReply(thread: Thread, reply: WorkerReply): void {
    const { job } = thread;
    if (reply.type === 'ready') {
      thread.ready = true;
      if (!job) return;
      this.#limit(thread, this.#options.timeoutMs);
      this.#send(thread, job);
      return;
    }
    clearTimeout(thread.timer);
    thread.job = null;
    if (job)
      settle(job, reply.type === 'done' ? reply.article : new ExtractionFailure(reply.kind, new Error(reply.message)));
    thread.worker.unref();
    thread.timer = setTimeout(() => void this.#end(thread, new ExtractionFailure('aborted')), this.#options.idleMs);
    thread.timer.unref();
    this.#dispatch();
  }

  #limit(thread: Thread, milliseconds: number): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => void this.#end(thread, new ExtractionFailure('timeout')), milliseconds);
  }

  #abort(job: Job): void {
    const failure = new ExtractionFailure('aborted');
    const position = this.#waiting.indexOf(job);
    if (position >= 0) {
      this.#waiting.splice(position, 1);
      settle(job, failure);
      return;
    }
    for (const thread of this.#threads) if (thread.job === job) void this.#end(thread, failure);
  }

  /** Ends a thread, whatever it is doing; its page gets the failure. The only way to stop a computation. */
  async #end(thread: Thread, failure: ExtractionFailure): Promise<void> {
    if (thread.ended) return;
    thread.ended = true;
    clearTimeout(thread.timer);
    this.#threads.delete(thread);
    const { job } = thread;
    thread.job = null;
    if (job) settle(job, failure);
    if (!this.#closed) this.#dispatch();
    await thread.worker.terminate();
  }
}

function settle(job: Job, outcome: ExtractedArticle | ExtractionFailure): void {
  job.detach();
  if (outcome instanceof ExtractionFailure) job.reject(outcome);
  else job.resolve(outcome);
}
