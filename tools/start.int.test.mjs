import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createFreshClone, runCommand } from './testing/fresh-clone.mjs';

// In order: each starts from what the one before has left, as it is on a person's machine.
describe.sequential('npm start', { timeout: 180_000 }, () => {
  let clone;
  const running = [];
  beforeAll(() => {
    clone = createFreshClone();
  });
  afterEach(async () => {
    for (const command of running.splice(0)) {
      command.signal('SIGTERM');
      await command.ended(15_000).catch(() => command.kill());
    }
  });
  afterAll(() => clone?.remove(), 180_000);

  const run = (command, args, env) => {
    const started = runCommand({ command, args, cwd: clone.root, env });
    running.push(started);
    return started;
  };
  const start = (env) => run(process.execPath, ['tools/start.mjs'], env);
  const inClone = (file) => path.join(clone.root, file);

  it('installs, builds, starts the database and serves, on a fresh clone in a folder with a space', async () => {
    const server = run('npm', ['start']);
    const address = await server.ready(170_000);
    expect(server.output).toMatch(/Installing dependencies[\s\S]*Building server and web[\s\S]*ready at/);
    // The lines below the address may still be on their way.
    await expect.poll(() => server.output).toMatch(/database +built-in PostgreSQL/);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const page = await (await fetch(address)).text();
    expect(page).toContain('id="cairn-config"');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
    const answer = await fetch(address + script, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    server.interrupt();
    await server.ended();
    expect(server.output).toContain('Stopped.');
  });

  it('starts again without installing or building, and ends with code 0 on Ctrl-C', async () => {
    const server = start();
    await server.ready();
    expect(server.output).not.toMatch(/Installing|Building/);
    server.interrupt();
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    expect(server.output).toContain('Stopped.');
  });

  it('does not build for a file that was only touched', async () => {
    utimesSync(inClone('apps/web/src/main.tsx'), new Date(), new Date());
    const server = start();
    await server.ready();
    expect(server.output).not.toContain('Building');
  });

  it('says in one sentence that the port is taken', async () => {
    const other = createServer();
    await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = other.address();
      const server = start({ PORT: String(port) });
      expect((await server.ended()).code).toBe(1);
      expect(server.output.trim()).toMatch(new RegExp(`^Port ${port} on localhost is in use by another program\\..*$`));
    } finally {
      other.close();
    }
  });

  it('keeps its data where DATA_DIR says', async () => {
    const server = start({ DATA_DIR: 'elsewhere' });
    await server.ready();
    expect(server.output).toContain(`data in ${inClone('elsewhere')}`);
  });

  it('names every wrong setting and does not start', async () => {
    const server = start({ PORT: 'many', LOG_LEVEL: 'loud' });
    expect((await server.ended()).code).toBe(1);
    expect(server.output).toMatch(/PORT: [\s\S]*LOG_LEVEL: /);
    expect(server.output).not.toContain('    at ');
  });

  it('builds once when two start at the same time after a change', async () => {
    const file = inClone('apps/server/src/kernel/clock.ts');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n// changed\n`);
    const [first, second] = [start({ DATA_DIR: 'one' }), start({ DATA_DIR: 'two' })];
    await Promise.all([first.ready(), second.ready()]);
    expect((first.output + second.output).match(/Building server …/g)).toHaveLength(1);
  });

  it('ends with one sentence and the log when the build fails, and recovers', async () => {
    const file = inClone('apps/web/src/main.tsx');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, `${source}\nimport './no-such-file.ts';\n`);
    const broken = start();
    expect((await broken.ended()).code).toBe(1);
    expect(broken.output).toMatch(
      /no-such-file[\s\S]*Building the web failed; the whole output is in .*build-web\.log/,
    );
    writeFileSync(file, source);
    const server = start();
    await server.ready();
    expect(server.output).not.toContain('Building');
  });

  it('reloads web and server from source on the one port with npm run dev', async () => {
    const development = run(process.execPath, ['tools/dev.mjs']);
    const address = await development.ready();
    expect(await (await fetch(address)).text()).toContain('src="/@vite/client"');
    const client = await (await fetch(`${address}/@vite/client`)).text();
    const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
    const socket = new WebSocket(`${address.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
    const messages = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data)).type));
    await expect.poll(() => messages).toContain('connected');

    const file = inClone('apps/server/src/http/health-routes.ts');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, source.replace("status: 'ok'", "status: 'changed'"));
    await development.sees(/Reloaded after .*health-routes\.ts/);
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'changed' });
    await expect.poll(() => messages).toContain('full-reload');

    writeFileSync(file, `${source}\nthis is no program`);
    await development.sees(/Not reloaded/);
    writeFileSync(file, source);
    await expect
      .poll(async () => (await fetch(`${address}/healthz`)).json(), { timeout: 20_000 })
      .toEqual({ status: 'ok' });
    socket.close();
    development.interrupt();
    expect(await development.ended()).toEqual({ code: 0, signal: null });
  });

  it('ends with one sentence and the log when the installation fails', async () => {
    const file = inClone('package.json');
    const manifest = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      manifest.replace('"devDependencies": {', '"devDependencies": { "left-out-of-the-lockfile": "1.0.0",'),
    );
    rmSync(inClone('node_modules/.package-lock.json'));
    const server = start();
    expect((await server.ended()).code).toBe(1);
    expect(server.output).toMatch(/Installing the dependencies failed; the whole output is in .*install\.log/);
    writeFileSync(file, manifest);
  });

  it('speaks one clear sentence on a Node that is too old', async () => {
    const preload = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })";
    const old = run(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(preload)}`,
      'tools/start.mjs',
    ]);
    expect((await old.ended()).code).toBe(1);
    expect(old.output.trim()).toMatch(/^Cairn needs Node 20\.19\.0 or newer; this is Node 18\.20\.4\..*$/);
  });
});
