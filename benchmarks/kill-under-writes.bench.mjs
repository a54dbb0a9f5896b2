// 20 times `kill -9` of the server, of the database, of both, during writes through the HTTP API: every acknowledged write is there.
//   npm run bench -- kill-under-writes [--rounds 20] [--writers 6]

import { runKillRounds } from './kill-rounds.mjs';
import { argument, percentile, round, table } from './load.mjs';

const rounds = Number(argument('rounds', '20'));
const writers = Number(argument('writers', '6'));
const result = await runKillRounds({ rounds, writers, say: console.error });

table(
  ['kill -9', 'acknowledged writes', 'lost', 'not acknowledged', 'recovery p50 ms', 'recovery max ms'],
  [
    [
      Object.entries(result.kills)
        .map(([victim, count]) => `${count} × ${victim}`)
        .join(', '),
      result.acknowledged,
      result.lost,
      result.unanswered,
      round(percentile(result.recoveryMs, 0.5)),
      round(Math.max(...result.recoveryMs)),
    ],
  ],
);
if (process.argv.includes('--json')) {
  const { recoveryMs, ...counts } = result;
  console.log(JSON.stringify({ ...counts, writers, recoveryMs: recoveryMs.map((ms) => Math.round(ms)) }, null, 2));
}
process.exitCode = result.lost > 0 ? 1 : 0;
