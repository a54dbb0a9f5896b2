import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../lib/project.mjs';

/**
 * The project as somebody would clone it, in a folder whose name has a space: what git knows or would add, nothing that was
 * installed or built.
 */
export function createFreshClone() {
  const parent = mkdtempSync(path.join(tmpdir(), 'fresh clone '));
  // A folder that other accounts may enter, as most are; what happens below a closed one is the supervisor's own test.
  chmodSync(parent, 0o755);
  const root = path.join(parent, 'cairn');
  const list = execFileSync('git', ['-C', projectRoot, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const file of list.toString('utf8').split('\0')) {
    if (file === '' || !existsSync(path.join(projectRoot, file))) continue;
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    cpSync(path.join(projectRoot, file), path.join(root, file));
  }
  return {
    root,
    remove: async () => {
      endDatabases(root);
      await rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** A server that had to be killed leaves its database behind; nothing of a test may outlive it. */
function endDatabases(root) {
  for (const folder of readdirSync(root)) {
    try {
      const pidFile = path.join(root, folder, 'postgres', 'data', 'postmaster.pid');
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
    } catch {
      // No data folder, or its database has ended in order.
    }
  }
}

/**
 * A command in a clone, with its output, as a person at a terminal sees it.
 * @param {{ command: string, args: string[], cwd: string, env?: Record<string, string> }} options
 */
export function runCommand({ command, args, cwd, env = {} }) {
  const child = spawn(command, args, {
    cwd,
    // Nothing of the test run itself: this is another person's terminal.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let exit;
  const listeners = new Set();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      changed();
    });
  }
  child.on('close', (code, signal) => {
    exit = { code, signal };
    changed();
  });
  const until = (what, done, timeoutMs) =>
    new Promise((resolve, reject) => {
      const settle = (finish) => {
        clearTimeout(timer);
        listeners.delete(check);
        finish();
      };
      const check = () => {
        if (done()) settle(resolve);
        else if (exit) settle(() => reject(new Error(`ended before ${what}:\n${output}`)));
      };
      const timer = setTimeout(() => settle(() => reject(new Error(`no ${what} in time:\n${output}`))), timeoutMs);
      listeners.add(check);
      check();
    });
  return {
    get output() {
      return output;
    },
    /** Waits for the address and returns it. */
    ready: async (timeoutMs = 120_000) => {
      const address = /ready at (http:\S+)/;
      await until('an address', () => address.test(output), timeoutMs);
      return address.exec(output)?.[1] ?? '';
    },
    sees: (pattern, timeoutMs = 60_000) => until(String(pattern), () => pattern.test(output), timeoutMs),
    ended: async (timeoutMs = 60_000) => {
      await until('end', () => exit !== undefined, timeoutMs);
      return exit;
    },
    /** What a terminal does on Ctrl-C: everything in the foreground gets the signal. */
    interrupt: () => process.kill(-child.pid, 'SIGINT'),
    signal: (signal) => child.kill(signal),
    kill: () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Already gone.
      }
    },
  };
}
