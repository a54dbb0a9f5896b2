import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { endOrphans, signal, waitForEnd } from './database-processes.ts';
import { exists, findFiles, pointerFile, readText, removeFilesOf } from './files-location.ts';
import { findPostmaster } from './postmaster.ts';
import { startLockFile } from './start-mutex.ts';

/** A restore builds a whole DATA_DIR in here and moves its content up when it is complete and verified. */
const stagingName = 'restoring';
const planName = 'restoring-plan.json';
export const asidePrefix = 'before-restore-';

const planSchema = z.object({
  /** Folder in DATA_DIR that takes what was there before. */
  aside: z.string().startsWith(asidePrefix),
  step: z.enum(['move-aside', 'move-in']),
});

type Plan = z.infer<typeof planSchema>;

export function stagingFolder(dataDir: string): string {
  return join(dataDir, stagingName);
}

/** Removes what an interrupted restore left unfinished. Only for a staging folder without a plan. */
export async function discardStaging(dataDir: string): Promise<void> {
  const staging = stagingFolder(dataDir);
  if (!(await exists(staging))) return;
  // The database of a restore that was killed lives on.
  const files = await findFiles(staging).catch(() => null);
  const running = files ? await findPostmaster(files) : null;
  if (running) {
    signal(running.pid, 'SIGQUIT');
    await waitForEnd([running.pid], 10_000);
  }
  if (files && (await exists(files.cluster))) await endOrphans(files.cluster);
  await removeFilesOf(staging);
  await rm(staging, { recursive: true, force: true });
}

/** From here on the restore will be completed, by this process or by the next start. */
export async function commitStaging(dataDir: string, aside: string): Promise<void> {
  await writePlan(dataDir, { aside, step: 'move-aside' });
  await finishStaging(dataDir);
}

/**
 * Completes a restore that was decided: moves the old content of DATA_DIR aside, the new one in. Every step can be
 * repeated, so a start after a crash in the middle carries on. Call it under the start mutex.
 */
export async function finishStaging(dataDir: string): Promise<void> {
  const text = await readText(join(dataDir, planName));
  if (text === null) return;
  const plan = planSchema.parse(JSON.parse(text));
  if (plan.step === 'move-aside') {
    for (const name of await readdir(dataDir)) {
      if (!belongsAside(name)) continue;
      await mkdir(join(dataDir, plan.aside), { recursive: true, mode: 0o711 });
      await rename(join(dataDir, name), join(dataDir, plan.aside, name));
    }
    await writePlan(dataDir, { ...plan, step: 'move-in' });
  }
  const staging = stagingFolder(dataDir);
  if (await exists(staging)) {
    const names = (await readdir(staging)).filter((name) => name !== startLockFile);
    // The database last: with it the folder counts as restored.
    for (const name of names.sort((a, b) => Number(isDatabase(a)) - Number(isDatabase(b)))) {
      await rename(join(staging, name), join(dataDir, name));
    }
    await rm(staging, { recursive: true, force: true });
  }
  await rm(join(dataDir, planName), { force: true });
}

function isDatabase(name: string): boolean {
  return name === 'postgres' || name === pointerFile;
}

function belongsAside(name: string): boolean {
  if (name === stagingName || name.startsWith(planName) || name === startLockFile) return false;
  return name !== 'backups' && !name.startsWith(asidePrefix);
}

async function writePlan(dataDir: string, plan: Plan): Promise<void> {
  const path = join(dataDir, planName);
  await writeFile(`${path}.new`, JSON.stringify(plan), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}
