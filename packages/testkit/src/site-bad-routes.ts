import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

type Route = (response: ServerResponse, request: IncomingMessage) => void;

const html = { 'content-type': 'text/html; charset=utf-8' };
const megabyte = 1024 * 1024;
const filler = Buffer.from('<p>All work and no play makes Jack a dull boy.</p>\n'.repeat(1311));

/** `/bad/<name>`: everything that can be wrong with an address. */
export const badRoutes: Readonly<Record<string, Route>> = {
  'not-found': (response) => response.writeHead(404, html).end('<h1>404</h1><p>There is nothing here.</p>'),
  gone: (response) => response.writeHead(410, html).end(),
  forbidden: (response) => response.writeHead(403, html).end('<h1>Members only</h1>'),
  'server-error': (response) => response.writeHead(500, html).end('<h1>500</h1>'),
  pdf: (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7\n%âãÏÓ\n1 0 obj'),
  'pdf-as-html': (response) => response.writeHead(200, html).end('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj'),
  'pdf-untyped': (response) => response.writeHead(200).end('%PDF-1.4\n'),
  image: (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.from([0xff, 0xd8, 0xff])),
  empty: (response) => response.writeHead(200, html).end(),
  blank: (response) => response.writeHead(200, html).end(' \n\n\t '),
  'no-content': (response) => response.writeHead(204).end(),
  '50mb': (response) => endless(response, 50 * megabyte),
  '50mb-declared': (response) => {
    response.setHeader('content-length', 50 * megabyte);
    endless(response, 50 * megabyte);
  },
  'gzip-bomb': (response) => {
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' });
    const zeros = Buffer.alloc(megabyte, 0x20);
    const source = Readable.from(
      (function* () {
        for (let index = 0; index < 200; index += 1) yield zeros;
      })(),
    );
    source.pipe(createGzip({ level: constants.Z_BEST_SPEED })).pipe(response);
  },
  'gzip-stacked': (response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' }).end('x'),
  'gzip-broken': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('this is not gzip at all'),
  'coding-unknown': (response) => response.writeHead(200, { ...html, 'content-encoding': 'rot13' }).end('uryyb'),
  // Never answers.
  hang: () => {},
  // Answers, then falls silent within the body.
  'hang-body': (response) => {
    response.writeHead(200, html);
    response.write('<!doctype html><p>And then');
  },
  // Never silent for long, never done.
  dribble: (response) => {
    response.writeHead(200, html);
    const timer = setInterval(() => response.write('<p>'), 20);
    response.on('close', () => clearInterval(timer));
  },
  reset: (response) => response.socket?.destroy(),
  'not-http': (response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
  truncated: (response) => {
    response.writeHead(200, { ...html, 'content-length': 5000 });
    response.write('<p>cut', () => response.socket?.destroy());
  },
  'big-headers': (response) => {
    for (let index = 0; index < 100; index += 1) response.setHeader(`x-filler-${index}`, 'y'.repeat(1000));
    response.writeHead(200, html).end('<p>hello');
  },
  'redirect-loop': (response) => redirect(response, '/bad/redirect-loop'),
  'redirect-metadata': (response) => redirect(response, 'http://169.254.169.254/latest/meta-data/'),
  'redirect-loopback': (response) => redirect(response, 'http://127.0.0.1:8080/admin'),
  'redirect-loopback-name': (response) => redirect(response, 'http://localhost/'),
  'redirect-decimal': (response) => redirect(response, 'http://2130706433/'),
  'redirect-mapped': (response) => redirect(response, 'http://[::ffff:10.0.0.1]/'),
  'redirect-private': (response) => redirect(response, 'http://192.168.0.1/router'),
  'redirect-file': (response) => redirect(response, 'file:///etc/passwd'),
  'redirect-credentials': (response) => redirect(response, 'http://admin:admin@example.org/'),
  // A public name that the test resolves to loopback.
  'redirect-rebind': (response) => redirect(response, 'http://rebind.example/'),
  'redirect-port': (response) => redirect(response, 'http://example.org:22/'),
  'redirect-nowhere': (response) => response.writeHead(302).end(),
  'no-article': (response) =>
    response
      .writeHead(200, html)
      .end(
        '<!doctype html><title>Sign in</title><form><label>E-mail <input name=e></label><button>Sign in</button></form>',
      ),
  'link-list': (response) => {
    const links = Array.from(
      { length: 80 },
      (_, index) => `<li><a href="/articles/${index}">A headline about something, number ${index}</a></li>`,
    );
    response
      .writeHead(200, html)
      .end(`<!doctype html><title>Front page</title><main><ul>${links.join('')}</ul></main>`);
  },
  // A few hundred kilobytes that make parsers recurse.
  deep: (response) =>
    response
      .writeHead(200, html)
      .end(`<!doctype html><title>Deep</title>${'<div><b>'.repeat(40_000)}${'deep words '.repeat(100)}`),
};

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

function endless(response: ServerResponse, bytes: number): void {
  response.writeHead(200, html);
  let sent = 0;
  const source = new Readable({
    read() {
      if (sent >= bytes) {
        this.push(null);
        return;
      }
      const chunk = filler.subarray(0, Math.min(filler.length, bytes - sent));
      sent += chunk.length;
      this.push(chunk);
    },
  });
  response.on('close', () => source.destroy());
  source.pipe(response);
}
