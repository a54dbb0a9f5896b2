import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What PostgreSQL writes into `postmaster.pid` (one fact a line; later lines appear as it starts). */
export interface PostmasterPid {
  readonly pid: number;
  readonly dataDir: string;
  readonly port: number | null;
  readonly socketDir: string | null;
  /** `starting`, `ready`, `stopping` or `standby`; `null` before it is known. */
  readonly status: string | null;
}

/** Parses the file's text; `null` when it holds no process id (empty after a full disk, cut off). */
export function parsePostmasterPid(text: string): PostmasterPid | null {
  const lines = text.split('\n').map((line) => line.trim());
  // A negative number marks a single-user process.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid < 1) return null;
  const port = Number(lines[3]);
  return {
    pid,
    dataDir: lines[1] ?? '',
    port: Number.isInteger(port) && port > 0 ? port : null,
    socketDir: lines[4] || null,
    status: lines[7] || null,
  };
}

/** Reads `postmaster.pid` of a data directory; `null` when there is none or it is unreadable as one. */
export async function readPostmasterPid(clusterDir: string): Promise<PostmasterPid | null> {
  try {
    return parsePostmasterPid(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8'));
  } catch {
    return null;
  }
}
