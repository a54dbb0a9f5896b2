// What the HTTP benchmarks share: one request on a kept connection, bounded load, percentiles and a table.

import http from 'node:http';

export function argument(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? (process.argv[at + 1] ?? fallback) : fallback;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

/** One request; its whole answer and how long it took. */
export function request(url, { method = 'GET', headers = {}, body } = {}) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = http.request(url, { agent, method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode,
          text: Buffer.concat(chunks).toString('utf8'),
          ms: performance.now() - started,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('no answer within 20 s')));
    outgoing.end(body);
  });
}

/** Runs `send(index, worker)` `total` times, at most `workers` at once. Requests per second and times. */
export async function load(total, workers, send) {
  const times = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (next < total) {
        const index = next;
        next += 1;
        times.push((await send(index, worker)).ms);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: total / seconds, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const round = (value) => Math.round(value * 100) / 100;

export function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  for (const row of all) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  '));
}
