import { rm } from 'node:fs/promises';
import { superuser } from './credentials.ts';
import type { DatabaseAccount } from './database-account.ts';
import type { DatabaseFiles } from './files-location.ts';
import type { Runtime } from './platform-binary.ts';
import { runProgram } from './run-program.ts';
import { explainFailure } from './start-failure.ts';

/**
 * Sets the superuser's password on a stopped cluster through PostgreSQL's single-user mode; the statement goes in by
 * standard input, so that the password is no argument. When that fails the new password file goes too: the next start
 * tries again.
 */
export async function resetPassword(
  runtime: Runtime,
  files: DatabaseFiles,
  account: DatabaseAccount | null,
  password: string,
): Promise<void> {
  const quoted = password.replaceAll("'", "''");
  const { status, output } = await runProgram(runtime.postgres, ['--single', '-D', files.cluster, 'postgres'], {
    account,
    cwd: files.root,
    timeoutMs: 180_000,
    input: `alter role ${superuser} password '${quoted}'\n`,
  });
  if (status === 0 && !/ERROR|FATAL|PANIC/.test(output)) return;
  await rm(files.password, { force: true });
  throw explainFailure(output.replaceAll(password, '…'), files, status);
}
