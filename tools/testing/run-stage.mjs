import { spawn } from 'node:child_process';

/** Process groups of the running stages; each is ended when this process is. */
const running = new Set();

/**
 * Runs one stage with its output passed on line by line, each line under the stage's name.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, timeoutMs: number }} options
 * @returns {Promise<{ code: number, problem: string }>} `problem`: why it ended when not by itself
 */
export function runStage(name, command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that its children end with it, whoever sends the signal.
      detached: process.platform !== 'win32',
    });
    running.add(child);
    let problem = '';
    const timer = setTimeout(() => {
      problem = `ended after ${Math.round(options.timeoutMs / 1000)} s without a result`;
      killGroup(child, 'SIGKILL');
    }, options.timeoutMs);
    passOn(child.stdout, process.stdout, name);
    passOn(child.stderr, process.stderr, name);
    child.on('error', (error) => {
      problem = error.message;
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      if (signal && !problem) problem = `ended by ${signal}`;
      resolve({ code: code ?? 1, problem });
    });
  });
}

function passOn(from, to, name) {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) to.write(`${name.padEnd(8)}│ ${line}\n`);
  });
  from.on('end', () => {
    if (rest) to.write(`${name.padEnd(8)}│ ${rest}\n`);
  });
}

function killGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
}

/** On Ctrl-C or SIGTERM every stage is asked to end, then made to, and this process leaves with the signal's exit code. */
export function endStagesOnSignal() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.on(signal, () => {
      for (const child of running) killGroup(child, signal);
      setTimeout(() => {
        for (const child of running) killGroup(child, 'SIGKILL');
        process.exit(code);
      }, 5000).unref();
      const wait = setInterval(() => {
        if (running.size === 0) process.exit(code);
      }, 50);
      wait.unref();
      // Keeps the loop alive until the children are gone or the time is up.
      setTimeout(() => process.exit(code), 6000);
    });
  }
  process.on('exit', () => {
    for (const child of running) killGroup(child, 'SIGKILL');
  });
}
