import { bringUp } from './bring-up.ts';
import { connectionStringFor } from './credentials.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { type ClusterOptions, makeDataDir, prepareCluster } from './prepare-cluster.ts';
import { holdServerLock } from './server-lock.ts';
import { withStartMutex } from './start-mutex.ts';

/**
 * Stops the embedded PostgreSQL of a DATA_DIR from outside. Returns whether it was running.
 * Throws `already_running` while a live server uses it: that server would only start it again.
 */
export async function stopEmbeddedPostgres(options: ClusterOptions): Promise<boolean> {
  const dataDir = await makeDataDir(options.dataDir);
  return withStartMutex(dataDir, async () => {
    const cluster = await prepareCluster(dataDir, options);
    const running = await findPostmaster(cluster.files);
    if (!running) return false;
    if (running.status !== 'stopping') {
      const { endpoint, password } = await bringUp(cluster);
      const lock = await holdServerLock(connectionStringFor(endpoint, password, 'postgres'));
      await lock.release();
    }
    await stopPostmaster(cluster.runtime, cluster.files, running.pid);
    return true;
  });
}
