import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the clone. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where the tools keep their locks, logs and stamps: `.cache/`, never committed, safe to delete at any time. */
export function cacheDir(root = projectRoot) {
  const folder = path.join(root, '.cache');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Reads `.env` in the clone's folder, if there is one. What the environment already says wins. */
export function loadEnvFile(root = projectRoot) {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** A failure that a person can do something about: printed as one sentence, without a stack. */
export class ToolError extends Error {
  /**
   * @param {string} message one sentence
   * @param {{ exitCode?: number, cause?: unknown }} [options]
   */
  constructor(message, options = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ToolError';
    this.exitCode = options.exitCode ?? 1;
  }
}

/** Runs a command's main function; a ToolError ends in its sentence and exit code, anything else in its stack. */
export async function runTool(main) {
  try {
    const code = await main();
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    console.error(error instanceof ToolError ? error.message : error);
    process.exitCode = error instanceof ToolError ? error.exitCode : 1;
  }
}
