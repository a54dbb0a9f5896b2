import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = 'supabase/migrations';
const nameRule =
  /^(\d{14})_(add|create|drop|alter|rename|move|index|grant|revoke|fix|backfill|seed|enable|extend|replace|split|protect|derive|search|record)_[a-z0-9_]+\.sql$/;
/** Words that undo a step. A step is undone by a new one. */
const backwards = /^\s*--\s*(migrate:down|\+goose down|rollback)\b/im;
/** A migration runs in the migrator's own transaction. */
const ownTransaction = /^\s*(begin|commit|rollback)\s*;/im;

/** Names, order and forward-only; a migration that has landed on the main branch is never edited, renamed or removed. */
export function checkMigrations(root) {
  const absolute = path.join(root, folder);
  const files = existsSync(absolute)
    ? readdirSync(absolute)
        .filter((name) => name.endsWith('.sql'))
        .sort()
    : [];
  const problems = [];
  if (files.length === 0) problems.push(`${folder} holds no migration`);
  const stamps = new Map();
  for (const file of files) {
    const stamp = nameRule.exec(file)?.[1];
    if (stamp === undefined) {
      problems.push(`${folder}/${file}: the name must be YYYYMMDDHHMMSS_verb_object.sql`);
      continue;
    }
    if (!isTimestamp(stamp)) problems.push(`${folder}/${file}: ${stamp} is not a date and time`);
    if (stamps.has(stamp)) problems.push(`${folder}/${file} and ${stamps.get(stamp)} have the same time stamp`);
    stamps.set(stamp, file);
    const sql = readFileSync(path.join(absolute, file), 'utf8');
    if (backwards.test(sql)) problems.push(`${folder}/${file}: migrations go forward only`);
    if (ownTransaction.test(sql)) problems.push(`${folder}/${file}: begin and commit belong to the migrator`);
  }
  problems.push(...editedMigrations(root));
  return { problems, summary: `${files.length} migrations` };
}

/**
 * Compares with what has been released (tags `v*`): there, people's databases have run these steps.
 * Without history (an archive, a shallow clone) there is nothing to compare with.
 */
function editedMigrations(root) {
  const git = (...args) =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*').trim();
    const changes = git('diff', '--name-status', '--no-renames', release, '--', folder).trim();
    return changes
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('A'))
      .map((line) => `${line.split('\t')[1]} is part of release ${release} and must not change; write a new migration`);
  } catch {
    return [];
  }
}

function isTimestamp(stamp) {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}
