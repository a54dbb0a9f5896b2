// The list of 50 notes through the whole server and HTTP: under row-level security, and the same route on a copy of the table
// without it (there the filter names the owner). Both are asked in turns, so that the ratio says something on any machine.
//   node benchmarks/rls-list.bench.mjs [--notes 10000,100000] [--requests 1500] [--json]

import { dataWorld, insertNotes } from './data-world.mjs';
import { argument, percentile, request, round, table } from './load.mjs';

const sizes = argument('notes', '10000,100000').split(',').map(Number);
const requests = Number(argument('requests', '1500'));
const owners = 10;
const list = 'select=id,title,summary,updated_at&order=updated_at.desc,id&limit=50';

const results = [];
for (const notes of sizes) results.push(await measure(notes));

table(
  ['notes', 'route', 'p50 ms', 'p95 ms', 'p50 against no RLS'],
  results.flatMap(({ notes, rls, open, ratio }) => [
    [notes, 'row-level security', round(rls.p50), round(rls.p95), round(ratio)],
    [notes, 'without', round(open.p50), round(open.p95), 1],
  ]),
);
const bar = 1.5;
const passed = results.every(({ ratio }) => ratio <= bar);
console.log(`bar: p50 within ${bar} × of the same route without row-level security: ${passed ? 'met' : 'MISSED'}`);
if (process.argv.includes('--json')) console.log(JSON.stringify({ bar, passed, results }, null, 2));
process.exitCode = passed ? 0 : 1;

async function measure(notes) {
  const world = await dataWorld();
  try {
    await insertNotes(world, { notes, owners });
    await world.sql(`
      create table public.notes_open (like public.notes including all);
      insert into public.notes_open select * from public.notes;
      grant select on public.notes_open to authenticated;
      analyze public.notes; analyze public.notes_open;
      notify pgrst`);
    const headers = { apikey: world.anonKey, authorization: `Bearer ${world.alice.accessToken}` };
    const routes = {
      rls: `${world.url}/rest/v1/notes?${list}`,
      open: `${world.url}/rest/v1/notes_open?user_id=eq.${world.alice.id}&${list}`,
    };
    const times = { rls: [], open: [] };
    const bodies = new Set();
    for (let turn = 0; turn < requests + 200; turn += 1) {
      for (const [name, url] of Object.entries(routes)) {
        const answer = await request(url, { headers });
        if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
        bodies.add(answer.text);
        if (turn >= 200) times[name].push(answer.ms);
      }
    }
    if (bodies.size !== 1) throw new Error('the two routes answer differently');
    const [body] = bodies;
    if (JSON.parse(body).length !== 50) throw new Error('the list has not 50 notes');
    const figures = (list) => ({ p50: percentile(list, 0.5), p95: percentile(list, 0.95) });
    const rls = figures(times.rls);
    const open = figures(times.open);
    return { notes, rls, open, ratio: rls.p50 / open.p50 };
  } finally {
    await world.close();
  }
}
