import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Config } from './config/config.ts';
import { toPublicConfig } from './config/public-config.ts';
import type { AppEnv } from './http/app-env.ts';
import { authenticate, respondAsPostgrest } from './http/authenticate.ts';
import { handleError } from './http/error-handler.ts';
import { compressJson, limitBody, supabaseCors } from './http/gateway.ts';
import { healthRoutes } from './http/health-routes.ts';
import type { RequestListener } from './http/listen.ts';
import { createMetrics, requireOperator } from './http/metrics.ts';
import { pages } from './http/pages.ts';
import { rateLimit } from './http/rate-limit.ts';
import { requestContext } from './http/request-context.ts';
import { createRequestHistory } from './http/request-history.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import type { WebSource } from './http/web-source.ts';
import { AppError } from './kernel/app-error.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { createDiskBlobs } from './platform/blobs/disk-blobs.ts';
import { createChangeFeed } from './platform/changes/change-feed.ts';
import type { ChangeFeed } from './platform/changes/changes.ts';
import { createPgDb } from './platform/db/pg-db.ts';
import type { SafeFetcher } from './platform/fetch/safe-fetcher.ts';
import { createSafeFetcher } from './platform/fetch/undici-safe-fetcher.ts';
import { createSharpImages } from './platform/images/sharp-images.ts';
import { createKeys } from './platform/keys/create-keys.ts';
import { createDatabaseSecretStore } from './platform/keys/database-secret-store.ts';
import { createFileSecretStore } from './platform/keys/file-secret-store.ts';
import type { Keys } from './platform/keys/keys.ts';
import { detectLanguage } from './platform/language/detect-language.ts';
import { createExtractiveProvider } from './platform/llm/extractive-provider.ts';
import type { AnswerProvider } from './platform/llm/llm.ts';
import type { Logger } from './platform/logging/logger.ts';
import { createMailQueue } from './platform/mail/mail-queue.ts';
import { createMailboxMailer } from './platform/mail/mailbox-mailer.ts';
import { createMailboxStore, type MailboxStore } from './platform/mail/mailbox-store.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { createNoMailer } from './platform/mail/no-mailer.ts';
import { createSmtpMailer } from './platform/mail/smtp-mailer.ts';
import { createMeteredQuota } from './platform/quota/metered-quota.ts';
import type { Quota } from './platform/quota/quota.ts';
import { createQuotaLedger } from './platform/quota/quota-ledger.ts';
import { administrationRoutes } from './services/administration/administration-routes.ts';
import { authRoutes } from './services/auth/auth-routes.ts';
import { createAuthService } from './services/auth/auth-service.ts';
import { defaultAuthSettings } from './services/auth/auth-settings.ts';
import { dataRoutes } from './services/data/data-routes.ts';
import { defaultDataSettings } from './services/data/data-settings.ts';
import { createSchemaCache } from './services/data/schema-cache.ts';
import { eventsRoutes } from './services/events/events-routes.ts';
import { accountRoutes } from './services/functions/account/account-routes.ts';
import { createAccountService } from './services/functions/account/account-service.ts';
import { createAccountStore } from './services/functions/account/account-store.ts';
import { askRoutes } from './services/functions/ask/ask-routes.ts';
import type { ArticleExtractor } from './services/functions/import/extraction/article-extractor.ts';
import { createWorkerExtractor } from './services/functions/import/extraction/worker-extractor.ts';
import { importRoutes } from './services/functions/import/import-routes.ts';
import { createImportService } from './services/functions/import/import-service.ts';
import { createImportStore } from './services/functions/import/import-store.ts';
import { createIndexingService } from './services/indexing/indexing-service.ts';
import { loadMailboxKey } from './services/mailbox/mailbox-key.ts';
import { mailboxRoutes } from './services/mailbox/mailbox-routes.ts';
import { createMailboxService } from './services/mailbox/mailbox-service.ts';
import { createNotesService } from './services/notes/notes-service.ts';
import { createSchedulingService } from './services/scheduling/scheduling-service.ts';
import { storageRoutes } from './services/storage/storage-routes.ts';
import { createStorageService } from './services/storage/storage-service.ts';
import { createStorageStore } from './services/storage/storage-store.ts';

/** Outside things that a test replaces. */
export interface Adapters {
  fetcher: SafeFetcher;
  extractor: ArticleExtractor;
  mailer: Mailer;
  answerProvider: AnswerProvider;
  quota: Quota;
}

export interface AppOptions {
  config: Config;
  connectionString: string;
  /** Public address, without a slash at the end. */
  siteUrl: string;
  logger: Logger;
  web: WebSource;
  clock?: Clock;
  adapters?: Partial<Adapters>;
}

/** What the start banner tells. */
export interface AppSummary {
  answerProvider: 'extractive' | 'generative';
  /** The link that opens the built-in mailbox; holds its key. */
  mailboxUrl: string | null;
}

export interface App {
  summary: AppSummary;
  keys: Keys;
  listener: RequestListener;
  /** Resolves when everything derived from what was committed so far is there. For tests and maintenance. */
  settle(): Promise<void>;
  /** Does now what is done every hour: deletes the accounts whose time is over. For tests and maintenance. */
  maintain(): Promise<void>;
  /** From now on `/readyz` says no. */
  drain(): void;
  /** Ends background work, then the database connections. Call when no request runs any more. */
  stop(): Promise<void>;
}

/** Of one upload with its form around it: a little more than the largest file of any bucket. */
const maximumUploadBytes = 6 * 1024 * 1024;

/** The composition root: the only place that knows every service and every adapter. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, logger, siteUrl, web } = options;
  const clock = options.clock ?? systemClock;
  const metrics = createMetrics();
  const history = createRequestHistory(clock);
  let draining = false;

  let changes: ChangeFeed | undefined;
  const db = createPgDb({
    connectionString: options.connectionString,
    logger: logger.child({ part: 'db' }),
    poolSize: config.database.poolSize,
    statementTimeoutMs: config.database.statementTimeoutMs,
    afterCommit: () => changes?.notifyCommitted(),
  });
  metrics.gauge('cairn_db_connections', 'Open database connections.', () => db.stats().total);
  metrics.gauge('cairn_db_waiting', 'Requests waiting for a database connection.', () => db.stats().waiting);

  const secrets = config.database.url
    ? createDatabaseSecretStore({ db })
    : createFileSecretStore({ directory: join(config.dataDir, 'secrets') });
  const { jwtSecret, jwtKeys, anonKey, serviceRoleKey } = config.keys;
  const keys = await createKeys({
    secrets,
    clock,
    jwtSecret: jwtSecret ?? undefined,
    jwtKeys: jwtKeys ?? undefined,
    anonKey: anonKey ?? undefined,
    serviceRoleKey: serviceRoleKey ?? undefined,
  });

  const part = (name: string): Logger => logger.child({ part: name });
  const mailboxStore = createMailboxStore(db);
  const mailer = options.adapters?.mailer ?? createMailer(config, mailboxStore, clock, part('mail'));
  const mailQueue = createMailQueue({ mailer, logger: part('mail') });
  const freeProvider = createExtractiveProvider();
  const answerProvider = options.adapters?.answerProvider ?? freeProvider;
  const failedOpen = metrics.counter(
    'cairn_quota_failed_open_total',
    'AI requests let through because the check of the quota failed.',
  );
  const meteredQuota = createMeteredQuota({
    ledger: createQuotaLedger(db),
    clock,
    logger: part('quota'),
    onFailedOpen: () => failedOpen.add(),
  });
  const quota = options.adapters?.quota ?? meteredQuota;
  const fetcher = options.adapters?.fetcher ?? createSafeFetcher({ userAgent: `Cairn/0.1 (+${siteUrl})` });

  const extractor =
    options.adapters?.extractor ??
    createWorkerExtractor({
      workerUrl: pathToFileURL(join(config.projectRoot, 'apps/server/dist/extraction-worker.js')),
    });

  const feed = createChangeFeed({ db, logger: part('changes'), clock });
  changes = feed;
  const indexing = createIndexingService({ db, logger: part('indexing'), detectLanguage });
  const notes = createNotesService({ logger: part('notes'), clock });
  feed.consume('notes', notes.handleChanges);
  feed.consume('indexing', indexing.handleChanges);
  feed.consume('scheduling', createSchedulingService().handleChanges);
  metrics.gauge('cairn_changes_lag_seconds', 'Age of the oldest change not yet handled.', () => feed.lagSeconds());
  metrics.gauge(
    'cairn_changes_dead_letters',
    'Changes given up since this process started.',
    () => feed.stats().deadLettered,
  );

  const app = new Hono<AppEnv>();
  app.onError(handleError);
  app.use(
    requestContext({
      logger,
      clock,
      trustedProxies: config.http.trustedProxies,
      onFinished: (request) => {
        metrics.countRequest(request);
        history.count(request);
      },
    }),
  );
  app.use(securityHeaders({ hsts: siteUrl.startsWith('https:'), hotReload: web.hotReload }));
  app.route('/', healthRoutes({ db, isDraining: () => draining }));
  app.get('/metrics', requireOperator(keys, config.mode === 'development'), async (c) =>
    c.text(await metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  );

  const publicConfig = () =>
    toPublicConfig({
      supabaseUrl: '',
      anonKey: keys.anonKey,
      services: [
        ...['auth', 'data', 'functions', 'storage', 'events'],
        // The learning services that something answers for.
        ...['sessionManager', 'vectorDB', 'educationalChat', 'progressiveLearning'],
      ],
      functions: ['import-article', 'ask', 'export-account', 'delete-account', 'keep-account'],
      mode: config.mode,
      featureFlags: config.featureFlags,
      build: web.build,
    });
  app.get('/config.json', (c) => c.json(publicConfig(), 200, { 'cache-control': 'no-cache' }));

  const limited = rateLimit({ clock, perMinute: config.http.rateLimitPerMinute });
  const body = limitBody(config.http.maxBodyBytes);
  const auth = createAuthService({
    db,
    keys,
    mailQueue,
    clock,
    logger: part('auth'),
    settings: {
      ...defaultAuthSettings,
      siteUrl,
      // Without a mail server there is nothing to confirm an address with.
      autoconfirm: mailer.delivery !== 'smtp',
      firstAccountIsAdministrator: config.mode === 'development',
      allowLoopbackRedirects: config.mode === 'development',
      redirectAllowList: config.auth.redirectAllowList,
      jwtExpirySeconds: config.auth.jwtExpirySeconds,
    },
  });
  app.use('/auth/v1/*', supabaseCors());
  app.use('/rest/v1/*', supabaseCors(), limited, body, authenticate(keys, respondAsPostgrest), compressJson());
  app.use('/functions/v1/*', supabaseCors(), limited, body, authenticate(keys));
  app.use('/storage/v1/*', supabaseCors(), limited);
  app.use('/api/*', limited, body);
  app.route('/auth/v1', authRoutes(auth));
  const mailboxKey = mailer.delivery === 'mailbox' ? await loadMailboxKey(secrets) : null;
  const mailbox = createMailboxService({ db, store: mailboxStore, mailer, clock, logger: part('mailbox') });
  app.route('/', mailboxRoutes({ service: mailbox, keys, mailboxKey }));
  const imports = createImportService({
    store: createImportStore(db),
    fetcher,
    extractor,
    quota,
    clock,
    logger: part('import'),
  });
  app.route('/api', eventsRoutes({ db, keys, clock }));
  app.route(
    '/api/admin',
    administrationRoutes({ db, keys, clock, feed, history, isDevelopment: config.mode === 'development' }),
  );
  app.route('/functions/v1', importRoutes({ service: imports }));
  app.route('/functions/v1', askRoutes({ db, logger: part('ask'), provider: answerProvider, freeProvider, quota }));

  const dataSettings = defaultDataSettings;
  const schemaCache = createSchemaCache({ db, clock, logger: part('data'), schemas: dataSettings.schemas });
  app.route('/rest/v1', dataRoutes({ db, schemaCache, logger: part('data'), settings: dataSettings }));

  const storage = createStorageService({
    store: createStorageStore(db),
    blobs: createDiskBlobs({ directory: join(config.dataDir, 'blobs') }),
    images: createSharpImages(),
    clock,
    logger: part('storage'),
    maximumBytes: config.http.maxBodyBytes,
  });
  const accounts = createAccountService({
    store: createAccountStore(db),
    mailQueue,
    clock,
    logger: part('accounts'),
    siteUrl,
    removeOrphanFiles: () => storage.removeOrphans(),
  });
  app.route('/functions/v1', accountRoutes({ service: accounts }));
  app.route('/storage/v1', storageRoutes({ service: storage, keys, maxBodyBytes: maximumUploadBytes }));

  const nothingHere = (): never => {
    throw new AppError('not_found', 'There is nothing at this address.');
  };
  for (const prefix of ['/auth/v1/*', '/rest/v1/*', '/functions/v1/*', '/api/*', '/realtime/*', '/storage/*']) {
    app.all(prefix, nothingHere);
  }
  if (web.staticRoot) app.use(staticFiles(web.staticRoot));
  app.get('/assets/*', nothingHere);
  app.route('/', pages({ web, publicConfig, siteUrl }));
  app.all('*', () => {
    throw new AppError('method_not_allowed', 'This address can only be read.');
  });

  const soleProcess = config.database.url === null;
  await imports.recoverInterruptedRuns({ soleProcess });
  await meteredQuota.recover({ soleProcess });
  await feed.start();
  accounts.start();
  const orphans = storage
    .removeOrphans()
    .catch((error: unknown) => part('storage').warn({ err: error }, 'orphans kept'));
  return {
    summary: {
      answerProvider: answerProvider.kind,
      mailboxUrl: mailboxKey && `${siteUrl}/test-email?key=${mailboxKey}`,
    },
    keys,
    listener: getRequestListener(app.fetch),
    settle: () => feed.drain(),
    maintain: () => accounts.deleteDueAccounts(),
    drain: () => {
      draining = true;
    },
    stop: async () => {
      await accounts.stop();
      await orphans;
      await imports.close();
      await meteredQuota.close();
      await mailQueue.drain(5000);
      await feed.stop();
      await mailer.close();
      await schemaCache.close();
      await db.close();
    },
  };
}

function createMailer(config: Config, store: MailboxStore, clock: Clock, logger: Logger): Mailer {
  const { smtpUrl, from, mailboxScreen } = config.mail;
  if (smtpUrl) return createSmtpMailer({ url: smtpUrl, from, clock, logger });
  return mailboxScreen ? createMailboxMailer({ store, from, clock }) : createNoMailer({ clock });
}
