import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { silentLogger } from '../logging/logger.ts';
import { DatabaseStartError } from './start-error.ts';
import { watchDatabase } from './watch-database.ts';

/** A database whose lock is lost whenever the test says so. */
function fakeDatabase(reopen: () => Promise<void>) {
  let lose = () => {};
  let lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  const down: DatabaseStartError[] = [];
  const renew = () => {
    lost = new Promise<void>((resolve) => {
      lose = resolve;
    });
  };
  const watch = watchDatabase({
    logger: silentLogger,
    lost: () => lost,
    reopen: async () => {
      await reopen();
      renew();
    },
    onDown: (error) => down.push(error),
    pauses: [0, 1, 1],
  });
  return { watch, down, die: () => lose() };
}

it('brings the database back each time it dies', async () => {
  let opened = 0;
  const database = fakeDatabase(async () => {
    opened += 1;
  });
  database.die();
  await expect.poll(() => opened).toBe(1);
  database.die();
  await expect.poll(() => opened).toBe(2);
  await database.watch.end();
  expect(database.down).toEqual([]);
});

it('gives up after a bounded number of attempts and hands on the reason', async () => {
  let attempts = 0;
  const error = new DatabaseStartError('disk_full', 'Full.');
  const database = fakeDatabase(async () => {
    attempts += 1;
    throw error;
  });
  database.die();
  await expect.poll(() => database.down).toEqual([error]);
  await database.watch.end();
  expect(attempts).toBe(3);
});

it('does nothing more once it was told to end', async () => {
  let opened = 0;
  const database = fakeDatabase(async () => {
    opened += 1;
  });
  await database.watch.end();
  database.die();
  await sleep(10);
  expect(opened).toBe(0);
});
