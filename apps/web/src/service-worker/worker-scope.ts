/** What the worker uses of its global scope: the types of workers and of pages cannot be loaded together. */
export interface WaitingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

export interface FetchEvent extends WaitingEvent {
  request: Request;
  respondWith: (response: Promise<Response> | Response) => void;
}

export interface WorkerMessageEvent extends WaitingEvent {
  data: unknown;
}

export interface WorkerScope {
  location: { origin: string };
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: {
    (name: 'install' | 'activate', call: (event: WaitingEvent) => void): void;
    (name: 'fetch', call: (event: FetchEvent) => void): void;
    (name: 'message', call: (event: WorkerMessageEvent) => void): void;
  };
}
