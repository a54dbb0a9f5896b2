// Makes a new, empty migration:
//   npm run db:new -- add_due_date_to_tasks

import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'supabase/migrations');
const name = process.argv
  .slice(2)
  .join('_')
  .toLowerCase()
  .replaceAll(/[\s-]+/g, '_');
if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name)) {
  process.stderr.write('Usage: npm run db:new -- verb_object (for example: add_due_date_to_tasks)\n');
  process.exit(1);
}

const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
const newest =
  (await readdir(folder))
    .map((file) => file.slice(0, 14))
    .sort()
    .at(-1) ?? '';
// A database that has the newest migration would refuse an older one.
const version = now > newest ? now : String(BigInt(newest) + 1n);
const file = join(folder, `${version}_${name}.sql`);
const text = `-- What this changes, and why.
--
-- A new table in public also needs, here: row level security, policies named by a sentence (with (select auth.uid())), a policy for
-- service_role, revoke all … then column grants, an index that begins with user_id, stamp_update, attach_change_feed, comments;
-- and its rights written out in supabase/tests/table-rights.ts. Then run: npm run db:types
`;
await writeFile(file, text, { flag: 'wx' });
process.stdout.write(`Made ${file}\n`);
