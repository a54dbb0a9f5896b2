import { expect, it } from 'vitest';
import { createRequestHistory } from './request-history.ts';

const start = Date.UTC(2026, 0, 1, 12, 0, 30);

it('keeps the last hour by minutes, those without a request too', () => {
  let now = start;
  const history = createRequestHistory({ now: () => now });
  const request = { method: 'GET', route: '/rest/v1', status: 200, durationMs: 3 };
  for (let n = 0; n < 19; n += 1) history.count(request);
  history.count({ ...request, status: 503, durationMs: 400 });
  now += 2 * 60_000;
  history.count({ ...request, durationMs: 999_999 });
  const minutes = history.minutes();
  expect(minutes).toHaveLength(60);
  expect(minutes.slice(-3)).toEqual([
    { at: '2026-01-01T12:00:00.000Z', requests: 20, failed: 1, p50: 5, p95: 5 },
    { at: '2026-01-01T12:01:00.000Z', requests: 0, failed: 0, p50: null, p95: null },
    { at: '2026-01-01T12:02:00.000Z', requests: 1, failed: 0, p50: 60_000, p95: 60_000 },
  ]);
  now += 59 * 60_000;
  history.count(request);
  expect(
    history
      .minutes()
      .map(({ requests }) => requests)
      .reduce((sum, n) => sum + n),
  ).toBe(2);
});

it('counts by route, slowest first, and never remembers more than it may', () => {
  const history = createRequestHistory({ now: () => start });
  history.count({ method: 'GET', route: '/fast', status: 200, durationMs: 1 });
  history.count({ method: 'POST', route: '/slow', status: 500, durationMs: 800 });
  expect(history.routes()).toEqual([
    { route: '/slow', method: 'POST', requests: 1, failed: 1, p50: 1000, p95: 1000 },
    { route: '/fast', method: 'GET', requests: 1, failed: 0, p50: 1, p95: 1 },
  ]);
  for (let n = 0; n < 1000; n += 1) history.count({ method: 'GET', route: `/${n}`, status: 200, durationMs: 1 });
  expect(history.routes()).toHaveLength(200);
});
