import { expect, it } from 'vitest';
import { runKillRounds } from './kill-rounds.mjs';

it('loses no acknowledged write when the server, the database or both are killed', { timeout: 120_000 }, async () => {
  const { rounds, acknowledged, lost, kills } = await runKillRounds({ rounds: 3 });
  expect({ rounds, lost, kills }).toEqual({ rounds: 3, lost: 0, kills: { node: 1, postmaster: 1, both: 1 } });
  expect(acknowledged).toBeGreaterThan(20);
});
