import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../runtime/connection/connection.ts';
import { callLog, callLogLimit, recordCall } from './call-log.ts';
import { ApiError, errorFromResponse, fetchWithTimeout } from './request.ts';

const id = '0b6f9a52-6c0e-4a6c-9a87-2a6c8b1f1d10';
const network = vi.fn<typeof fetch>();
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const table = `${window.location.origin}/rest/v1/articles?title=eq.secret`;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', network.mockReset());
  connection().tell({ type: 'activity' });
  connection().tell({ type: 'online' });
  callLog.set([]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failure = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);

test('a read is asked for seven times, then it is a typed error', async () => {
  network.mockImplementation(lost);
  const outcome = failure(fetchWithTimeout(table));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await outcome).toMatchObject({ name: 'ApiError', code: 'offline' });
  expect(network).toHaveBeenCalledTimes(7);
});

test('a write without an id of its own is made once, and fails with what it was', async () => {
  network.mockImplementation(lost);
  const outcome = failure(fetchWithTimeout(table, { method: 'POST', body: '{"name":"x"}' }));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await outcome).toBeInstanceOf(TypeError);
  expect(network).toHaveBeenCalledTimes(1);
});

test('a write with an id is repeated, and never ends in nothing', async () => {
  network.mockImplementationOnce(lost).mockResolvedValueOnce(new Response(null, { status: 201 }));
  const created = fetchWithTimeout(table, { method: 'POST', body: JSON.stringify({ id }) });
  await vi.advanceTimersByTimeAsync(500);
  expect((await created).status).toBe(201);

  network.mockImplementation(lost);
  const outcome = failure(fetchWithTimeout(table, { method: 'POST', body: JSON.stringify({ id }) }));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await outcome).toBeInstanceOf(ApiError);
  expect(network).toHaveBeenCalledTimes(2 + 7);
});

test('an answer of the server is an answer, whatever it says', async () => {
  network.mockResolvedValue(new Response('busy', { status: 503 }));
  expect((await fetchWithTimeout(table)).status).toBe(503);
  expect(network).toHaveBeenCalledTimes(1);
});

test('without a network nothing goes out but the auth calls', async () => {
  connection().tell({ type: 'offline' });
  network.mockResolvedValue(new Response('{}'));
  expect(await failure(fetchWithTimeout(table))).toMatchObject({ code: 'offline' });
  expect(network).not.toHaveBeenCalled();
  await fetchWithTimeout('/auth/v1/token', { method: 'POST' });
  expect(network).toHaveBeenCalledTimes(1);
});

test('while nobody is there reads wait, counters are refused, and auth calls go out', async () => {
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  network.mockResolvedValue(new Response('{}'));
  const read = fetchWithTimeout(table);
  const beat = failure(fetchWithTimeout('/rest/v1/rpc/touch_session', { method: 'POST', body: '{}' }));
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(network).not.toHaveBeenCalled();
  expect(await beat).toMatchObject({ code: 'offline' });
  await fetchWithTimeout('/auth/v1/health');
  expect(network).toHaveBeenCalledTimes(1);
  connection().tell({ type: 'activity' });
  expect((await read).status).toBe(200);
  expect(network).toHaveBeenCalledTimes(2);
});

test('what is written while the page is left goes out, what a hidden page would read or count does not', async () => {
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  network.mockImplementation(() => Promise.resolve(new Response('{}')));
  const controller = new AbortController();
  const post = { method: 'POST', body: '{}', signal: controller.signal };
  const read = failure(fetchWithTimeout('/rest/v1/rpc/list_library', post));
  expect(await failure(fetchWithTimeout('/rest/v1/rpc/touch_session', post))).toMatchObject({ code: 'offline' });
  expect(network).not.toHaveBeenCalled();
  await fetchWithTimeout('/rest/v1/reading_positions', post);
  expect(network).toHaveBeenCalledExactlyOnceWith(
    '/rest/v1/reading_positions',
    expect.objectContaining({ keepalive: true }),
  );
  controller.abort();
  expect(await read).toMatchObject({ name: 'AbortError' });
  hidden.mockRestore();
});

test('a caller that does not want the answer any more ends the retries', async () => {
  network.mockImplementation(lost);
  const controller = new AbortController();
  const outcome = failure(fetchWithTimeout(table, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(700);
  controller.abort();
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network).toHaveBeenCalledTimes(2);
});

test('slow and failed calls are kept, without what was asked, and only the last hundred', async () => {
  network.mockResolvedValueOnce(new Response('{}'));
  await fetchWithTimeout(table);
  expect(callLog.get()).toEqual([]);
  network.mockResolvedValueOnce(new Response('{}', { status: 500 }));
  await fetchWithTimeout(table);
  expect(callLog.get()).toMatchObject([{ method: 'GET', url: '/rest/v1/articles', status: 500 }]);
  for (let call = 0; call < 150; call += 1) {
    recordCall({ method: 'GET', url: `/slow/${call}#x`, status: 200, ms: 1000, at: 0 });
  }
  expect(callLog.get()).toHaveLength(callLogLimit);
  expect(callLog.get().at(-1)?.url).toBe('/slow/149');
});

test('what the server says about a refusal stays with the error', async () => {
  const details = { allowed: false, remaining: 0, limit: 5, tier: 'free' };
  const body = {
    error: { code: 'quota_exceeded', message: 'You have used today’s 5 requests.', requestId: 'r1', details },
  };
  const error = await errorFromResponse(new Response(JSON.stringify(body), { status: 402 }));
  expect(error).toMatchObject({
    code: 'quota_exceeded',
    message: 'You have used today’s 5 requests.',
    requestId: 'r1',
    details,
  });
  expect((await errorFromResponse(new Response('<html>', { status: 502 }))).details).toBeUndefined();
});
