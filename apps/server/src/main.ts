import type { App } from './app.ts';
import { type Config, createConfig } from './config/config.ts';
import { ConfigurationError, readEnv } from './config/env.ts';
import { ListenError, type Listening, listen, type RequestListener } from './http/listen.ts';
import { readBuiltWeb, type WebSource } from './http/web-source.ts';
import { DatabaseUnreachableError, type OpenDatabase, openDatabase } from './open-database.ts';
import { createPinoLogger } from './platform/logging/pino-logger.ts';
import { startBanner } from './start-banner.ts';

export interface StartOptions {
  projectRoot: string;
  /** Where the web app's files come from; default: the build in `apps/web/dist`. */
  web?: (config: Config) => Promise<WebSource>;
  /** Loads the composition root; the development server passes one that loads the newest source. */
  loadApp?: () => Promise<typeof import('./app.ts')>;
  /** Prints lines for the person who started it; default: standard output. */
  print?: (line: string) => void;
  /** The server cannot go on (the database is lost); it has not been stopped yet. */
  onFailure?: (error: Error) => void;
  /** Runs before our own handling of each request and says whether it answered (development: hot reload). */
  intercept?: (request: Parameters<RequestListener>[0], response: Parameters<RequestListener>[1]) => Promise<boolean>;
}

export interface RunningServer {
  url: string;
  port: number;
  listening: Listening;
  /** Drains the running app and puts a freshly loaded one in its place; the database and the port stay. */
  reload(): Promise<void>;
  /** Refuses new work, lets running requests end, stops everything in order. Safe to call twice. */
  stop(): Promise<void>;
}

/** A problem the person who starts the server can mend: print the sentence, exit 1. */
export class StartError extends Error {}

const drainGraceMs = 10_000;

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' });
  response.end('Cairn is starting. Please try again in a moment.\n');
};

/** env → config → port → database → app → banner. Everything that was started is stopped again when a step fails. */
export async function start(options: StartOptions): Promise<RunningServer> {
  const startedAt = performance.now();
  const print = options.print ?? ((line: string) => void process.stdout.write(`${line}\n`));
  const config = configuration(options.projectRoot);
  const logger = createPinoLogger({ level: config.logLevel });
  const loadApp = options.loadApp ?? (() => import('./app.ts'));
  const appModule = loadApp();

  let handler: RequestListener = starting;
  const { intercept } = options;
  const listener: RequestListener = intercept
    ? (request, response) => {
        intercept(request, response).then(
          (answered) => answered || handler(request, response),
          () => handler(request, response),
        );
      }
    : (request, response) => handler(request, response);

  const listening = await listen({ host: config.host, port: config.port, listener }).catch(asStartError);
  let database: OpenDatabase | undefined;
  let app: App | undefined;
  const url =
    config.siteUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listening.port}`;

  const createApp = async ({ connectionString }: OpenDatabase, module: typeof import('./app.ts')): Promise<App> => {
    const web = await (options.web?.(config) ?? readBuiltWeb(config.projectRoot));
    return module.createApp({ config, connectionString, siteUrl: url, logger, web });
  };

  try {
    database = await openDatabase(config, logger, (error) => options.onFailure?.(error));
    app = await createApp(database, await appModule);
  } catch (error) {
    await app?.stop();
    await database?.close();
    await listening.close(0);
    return asStartError(error);
  }
  handler = app.listener;
  const opened = database;
  for (const line of startBanner({
    config,
    url,
    summary: app.summary,
    database: opened,
    startedInMs: performance.now() - startedAt,
  })) {
    print(line);
  }

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    app?.drain();
    await listening.close(drainGraceMs);
    await app?.stop();
    await opened.close();
  };
  return {
    url,
    port: listening.port,
    listening,
    reload: async () => {
      // First, so that a mistake in the source leaves the running app as it is.
      const module = await loadApp();
      const old = app;
      app = undefined;
      handler = starting;
      old?.drain();
      await old?.stop();
      app = await createApp(opened, module);
      handler = app.listener;
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Runs until SIGINT or SIGTERM, then stops in order; a second signal ends at once. What `npm start` calls. */
export async function serve(options: StartOptions): Promise<RunningServer> {
  const print = options.print ?? ((line: string) => void process.stdout.write(`${line}\n`));
  let server: RunningServer | undefined;
  let asked = false;
  const stop = (running: RunningServer): void => {
    running.stop().then(
      () => {
        print('Stopped.');
        process.exit(0);
      },
      (error: Error) => {
        print(`Stopping failed: ${error.message}`);
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked) process.exit(1);
    asked = true;
    const name = signal === 'SIGINT' ? 'Ctrl-C' : signal;
    print(`\n${name}: finishing what is running, then stopping. Press again to stop at once.`);
    if (server) stop(server);
  };
  // Before anything is started: a signal in the middle of the start must not leave a database behind.
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  server = await start(options);
  if (asked) stop(server);
  return server;
}

function configuration(projectRoot: string): Config {
  try {
    return createConfig(readEnv(), projectRoot);
  } catch (error) {
    return asStartError(error);
  }
}

function asStartError(error: unknown): never {
  if (error instanceof StartError) throw error;
  if (
    error instanceof ConfigurationError ||
    error instanceof ListenError ||
    error instanceof DatabaseUnreachableError
  ) {
    throw new StartError(error.message, { cause: error });
  }
  // Sentences for a person come from the supervisor and the migrator under these names.
  if (error instanceof Error && (error.name === 'DatabaseStartError' || error.name === 'MigrationError')) {
    throw new StartError(error.message, { cause: error });
  }
  throw error;
}
