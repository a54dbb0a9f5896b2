/** Structured logging port (pino's calling convention). Secrets are redacted by the adapter, see `pino-logger.ts`. */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  child(fields: Record<string, unknown>): Logger;
}

export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
};

/** A child logger that is only made when something is logged: most requests log one line, from elsewhere. */
export function lazyChild(parent: Logger, fields: Record<string, unknown>): Logger {
  let made: Logger | undefined;
  const child = (): Logger => {
    made ??= parent.child(fields);
    return made;
  };
  return {
    debug: (line, message) => child().debug(line, message),
    info: (line, message) => child().info(line, message),
    warn: (line, message) => child().warn(line, message),
    error: (line, message) => child().error(line, message),
    child: (more) => lazyChild(parent, { ...fields, ...more }),
  };
}
