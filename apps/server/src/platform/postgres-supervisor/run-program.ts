import { type SpawnOptions, spawn } from 'node:child_process';
import type { DatabaseAccount } from './database-account.ts';

/** What PostgreSQL's programs get of the environment: none of this process' secrets. Windows needs its own to run. */
export const programEnvironment: Readonly<Pick<SpawnOptions, 'env'>> =
  process.platform === 'win32' ? {} : { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', LANG: 'C' } };

export function asAccount(account: DatabaseAccount | null): Pick<SpawnOptions, 'uid' | 'gid'> {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

export interface ProgramResult {
  readonly status: number | null;
  /** The last 64 KB of both outputs. */
  readonly output: string;
}

/** Runs a program to its end with a time limit; rejects only when it cannot be started. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { account: DatabaseAccount | null; cwd: string; timeoutMs: number; input?: string },
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...asAccount(options.account),
      cwd: options.cwd,
      ...programEnvironment,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    let output = '';
    const collect = (data: Buffer) => {
      output = (output + data.toString('utf8')).slice(-65_536);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
