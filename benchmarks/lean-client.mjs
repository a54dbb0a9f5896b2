// A client that costs almost nothing: on a machine of two cores the load generator shares them with what is measured, and Node's
// own HTTP client would take as much of them as a fast server. One kept connection, one request at a time, no parsing beyond
// the status and the length of the answer.

import net from 'node:net';

const endOfHead = Buffer.from('\r\n\r\n');

/** Connects once; `send` resolves to `{ status, ms }` when the whole answer has arrived. */
export async function leanClient(origin) {
  const { hostname, port, host } = new URL(origin);
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let waiting = null;
  let received = [];
  let size = 0;
  let expected = -1;
  let status = 0;
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  socket.setTimeout(20_000, () => socket.destroy(new Error('no answer within 20 s')));
  socket.on('data', (chunk) => {
    received.push(chunk);
    size += chunk.length;
    if (expected < 0) {
      const buffer = received.length === 1 ? chunk : Buffer.concat(received);
      received = [buffer];
      const head = buffer.indexOf(endOfHead);
      if (head < 0) return;
      const text = buffer.latin1Slice(0, head);
      status = Number(text.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      // 201 and 204 without a body may carry neither a length nor a chunked body.
      if (length !== undefined || status === 204) expected = head + 4 + Number(length ?? 0);
      else if (/\r\ntransfer-encoding: chunked/i.test(text)) expected = Number.POSITIVE_INFINITY;
      else expected = head + 4;
    }
    const ended = expected === Number.POSITIVE_INFINITY ? endsChunked(received) : size >= expected;
    if (!ended) return;
    const { resolve, started } = waiting;
    waiting = null;
    received = [];
    size = 0;
    expected = -1;
    resolve({ status, ms: performance.now() - started });
  });
  return {
    send: ({ method = 'GET', path, headers, body = '' }) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject, started: performance.now() };
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
        socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body}`);
      }),
    close: () => socket.destroy(),
  };
}

const endsChunked = (chunks) => {
  const last = chunks.at(-1);
  const tail = last.length >= 5 || chunks.length === 1 ? last : Buffer.concat(chunks.slice(-2));
  return tail.subarray(-5).equals(Buffer.from('0\r\n\r\n'));
};
