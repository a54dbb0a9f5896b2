import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assertSecretName, type SecretStore, type SecretValue } from './secret-store.ts';

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** One file per secret, mode 600, in a folder of their own, which gets mode 700 (`DATA_DIR/secrets`). */
export function createFileSecretStore({ directory }: { directory: string }): SecretStore {
  const read = async (path: string): Promise<SecretValue | undefined> => {
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
    try {
      return JSON.parse(text) as SecretValue;
    } catch (cause) {
      // A new key would sign everybody out and orphan the keys handed out: somebody has to decide that, not we.
      throw new Error(`The secret in ${path} is damaged. Restore it from a backup, or delete it to make a new one.`, {
        cause,
      });
    }
  };

  return {
    async getOrCreate(name, make) {
      assertSecretName(name);
      const path = join(directory, `${name}.json`);
      const existing = await read(path);
      if (existing !== undefined) return existing;

      await mkdir(directory, { recursive: true, mode: 0o700 });
      await chmod(directory, 0o700);
      const value = await make();
      const draft = join(directory, `.${name}.${randomUUID()}`);
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(`${JSON.stringify(value)}\n`);
          await file.sync();
        } finally {
          await file.close();
        }
        // A hard link fails when the name exists: the file appears whole or not at all, and only once.
        await link(draft, path);
        return value;
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
        const winner = await read(path);
        if (winner === undefined) throw error;
        return winner;
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}
