import { createConfig } from './config/config.ts';
import { ConfigurationError, readEnv } from './config/env.ts';
import type { Db } from './platform/db/db.ts';
import { createPgDb } from './platform/db/pg-db.ts';
import { detectLanguage } from './platform/language/detect-language.ts';
import { silentLogger } from './platform/logging/logger.ts';
import { DatabaseStartError } from './platform/postgres-supervisor/start-error.ts';
import { startEmbeddedPostgres } from './platform/postgres-supervisor/supervisor.ts';
import { grantAdministrator } from './services/auth/administrator-store.ts';
import { normalizeEmail } from './services/auth/domain/email-address.ts';
import { createIndexingService } from './services/indexing/indexing-service.ts';

export interface AdminCommandOptions {
  readonly projectRoot: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly print?: (line: string) => void;
}

const usage = `Usage: npm run admin -- <email>
       npm run admin -- reindex

With an address: makes the account with it an administrator. reindex: brings the search index in line with every article, note and
highlight. Both work while the server runs, and on DATABASE_URL when that is set.`;

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** `npm run admin`: returns the exit status; every failure is one sentence. */
export async function runAdminCommand(args: readonly string[], options: AdminCommandOptions): Promise<number> {
  const print = options.print ?? ((line: string) => void process.stdout.write(`${line}\n`));
  const [typed, ...surplus] = args;
  const isReindex = typed === 'reindex';
  if (!typed || (!isReindex && !typed.includes('@')) || typed.startsWith('-') || surplus.length > 0) {
    print(usage);
    return 2;
  }
  try {
    return await withDatabase(options, (db) =>
      isReindex ? reindex(db, print) : grant(db, normalizeEmail(typed), print),
    );
  } catch (error) {
    if (errorCode(error) === '42P01' || errorCode(error) === '3D000' || errorCode(error) === '42704') {
      print('This database has not been set up yet. Start Cairn once, sign up, then try again.');
    } else if (error instanceof DatabaseStartError || error instanceof ConfigurationError) {
      print(error.message);
    } else {
      print(`This failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    return 1;
  }
}

async function grant(db: Db, email: string, print: (line: string) => void): Promise<number> {
  const outcome = await grantAdministrator(db, email);
  if (outcome === 'unknown') {
    print(`There is no account with the address ${email}. Sign up with it first.`);
    return 1;
  }
  print(outcome === 'granted' ? `${email} is an administrator now.` : `${email} is an administrator already.`);
  return 0;
}

async function reindex(db: Db, print: (line: string) => void): Promise<number> {
  const items = await createIndexingService({ db, logger: silentLogger, detectLanguage }).reindexAll();
  print(`The search index is in line with ${items} ${items === 1 ? 'item' : 'items'}.`);
  return 0;
}

async function withDatabase<T>(options: AdminCommandOptions, work: (db: Db) => Promise<T>): Promise<T> {
  const config = createConfig(readEnv(options.environment), options.projectRoot);
  const { url } = config.database;
  const postgres = url
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        account: config.database.account ?? undefined,
        exclusive: false,
      });
  try {
    const db = createPgDb({
      connectionString: postgres?.connectionString ?? url ?? '',
      logger: silentLogger,
      poolSize: 1,
    });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    // A database that was running before, for whomever, stays.
    if (postgres && !postgres.adopted) await postgres.stop();
  }
}
