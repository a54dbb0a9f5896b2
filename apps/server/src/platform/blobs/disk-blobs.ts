import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertBlobKey, type Blobs } from './blobs.ts';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** One file per blob below `directory` (`DATA_DIR/blobs`), in a folder of its first two digits. Written aside, then renamed. */
export function createDiskBlobs({ directory }: { directory: string }): Blobs {
  const pathOf = (key: string): string => {
    assertBlobKey(key);
    return join(directory, key.slice(0, 2), key);
  };
  const namesIn = async (folder: string): Promise<string[]> => {
    try {
      return (await readdir(folder)).toSorted();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // A backup leaves out what ends in `.new`: it is not finished.
      const draft = `${path}.${randomUUID()}.new`;
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
    },

    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async list({ olderThan, after, limit }) {
      const found: string[] = [];
      for (const folder of await namesIn(directory)) {
        if (after !== null && folder < after.slice(0, 2)) continue;
        for (const name of await namesIn(join(directory, folder))) {
          if (after !== null && name <= after) continue;
          const { mtimeMs } = await stat(join(directory, folder, name));
          if (mtimeMs >= olderThan) continue;
          // The leftover of a write that a crash cut short.
          if (name.endsWith('.new')) await rm(join(directory, folder, name), { force: true });
          else found.push(name);
          if (found.length === limit) return found;
        }
      }
      return found;
    },
  };
}
