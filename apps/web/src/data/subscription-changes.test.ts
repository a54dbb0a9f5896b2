import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onChargedCall, tellCharged } from './charged-calls.ts';
import { watchSubscription } from './subscription-changes.ts';

const sockets: string[] = [];

class SocketOfNobody {
  static readonly CONNECTING = 0;
  readyState = 0;
  constructor(url: string) {
    sockets.push(url);
  }
  close() {}
  send() {}
}

function serve(services: string[]): void {
  document.body.innerHTML = `<script type="application/json" id="cairn-config">${JSON.stringify({
    supabaseUrl: '',
    anonKey: 'k'.repeat(120),
    services,
    functions: [],
    mode: 'production',
    build: 'test',
  })}</script>`;
}

beforeEach(() => {
  sockets.length = 0;
  vi.stubGlobal('WebSocket', SocketOfNobody);
});
afterEach(() => vi.unstubAllGlobals());

test('no socket is opened while the server lists no realtime', async () => {
  serve(['auth', 'data', 'functions']);
  const stop = watchSubscription('u1', () => {});
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sockets).toEqual([]);
  stop();
});

test('where it does, one socket is opened with the connection’s rules, and closed at the end', async () => {
  serve(['auth', 'data', 'functions', 'realtime']);
  // The configuration is read once per page.
  vi.resetModules();
  const { watchSubscription: watch } = await import('./subscription-changes.ts');
  const stop = watch('u1', () => {});
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const { pathname, searchParams, protocol } = new URL(sockets[0] ?? '');
  expect([protocol, pathname]).toEqual(['ws:', '/realtime/v1/websocket']);
  expect(searchParams.get('apikey')).toBe('k'.repeat(120));
  expect(searchParams.get('eventsPerSecond')).toBe('2');
  stop();
});

test('a charged function is told of, any other is not, and after the end nobody is', () => {
  const told = vi.fn();
  const stop = onChargedCall(told);
  tellCharged('ask');
  tellCharged('import-article');
  tellCharged('ask/health');
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  tellCharged('ask');
  expect(told).toHaveBeenCalledTimes(2);
});
