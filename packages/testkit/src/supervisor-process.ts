import { runtimeAt } from '@cairn/server/platform/postgres-supervisor/platform-binary';
import { DatabaseStartError } from '@cairn/server/platform/postgres-supervisor/start-error';
import { startEmbeddedPostgres } from '@cairn/server/platform/postgres-supervisor/supervisor';

/** What a supervisor in a process of its own says, one JSON line each. */
export type SupervisorMessage =
  | { kind: 'up'; pid: number; adopted: boolean; connectionString: string; location: string | null }
  | { kind: 'error'; reason: string; message: string }
  | { kind: 'stopped' };

export interface SupervisorProcessOptions {
  dataDir: string;
  runtimeRoot: string;
  stateDir: string;
  account?: string;
  exclusive?: boolean;
}

const say = (message: SupervisorMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** Runs in a process that tests can kill, or start as another account. Stops when its standard input closes. */
async function main(options: SupervisorProcessOptions): Promise<void> {
  const { runtimeRoot, ...rest } = options;
  try {
    const postgres = await startEmbeddedPostgres({ ...rest, findRuntime: () => runtimeAt(runtimeRoot) });
    const { pid, adopted, connectionString, location = null } = postgres;
    say({ kind: 'up', pid, adopted, connectionString, location });
    process.stdin.resume();
    await new Promise((resolve) => process.stdin.once('end', resolve));
    await postgres.stop();
    say({ kind: 'stopped' });
  } catch (error) {
    if (!(error instanceof DatabaseStartError)) throw error;
    say({ kind: 'error', reason: error.reason, message: error.message });
    process.exitCode = 1;
  }
}

await main(JSON.parse(process.argv[2] ?? '{}') as SupervisorProcessOptions);
