import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/**
 * Runs a command with its output in a log file.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, logPath: string, env?: NodeJS.ProcessEnv, shell?: boolean }} options
 * @returns {Promise<{ ok: boolean, tail: string }>} `tail`: the last lines of its output
 */
export async function runLogged(command, args, options) {
  const log = openSync(options.logPath, 'w');
  try {
    const ok = await new Promise((resolve) => {
      const child = spawn(command, args, {
        cwd: options.cwd,
        env: options.env ?? process.env,
        stdio: ['ignore', log, log],
        shell: options.shell ?? false,
      });
      child.on('error', () => resolve(false));
      child.on('exit', (code) => resolve(code === 0));
    });
    return { ok, tail: readFileSync(options.logPath, 'utf8').trimEnd().split('\n').slice(-15).join('\n') };
  } finally {
    closeSync(log);
  }
}
