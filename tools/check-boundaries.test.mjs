import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './check-boundaries.mjs';
import { placeOf, violationsIn } from './checks/boundary-rules.mjs';
import { readFacts } from './checks/source-facts.mjs';

const service = 'apps/server/src/services/notes';
const feature = 'apps/web/src/features/reader';

/** A planted violation of every rule: [rule, file, source]. */
const canaries = [
  ['direction', 'apps/web/src/ui/button.tsx', "import { useSession } from '../runtime/session.ts';"],
  ['direction', 'apps/web/src/lib/dates.ts', "import { api } from '../data/request.ts';"],
  ['direction', 'apps/web/src/data/search.ts', "import { Reader } from '../features/reader/reader-page.tsx';"],
  ['direction', `${feature}/reader-page.tsx`, "import { router } from '../../app/router.tsx';"],
  ['direction', `${feature}/reader-page.tsx`, "import { createApp } from '@cairn/server/app';"],
  ['direction', `${feature}/reader-page.tsx`, "import { readFile } from 'node:fs/promises';"],
  ['direction', 'apps/server/src/platform/db/pg-db.ts', "import { notes } from '../../services/notes/notes-store.ts';"],
  [
    'direction',
    'apps/server/src/platform/db/pg-db.ts',
    "const late = await import('../../services/notes/notes-store.ts');",
  ],
  ['direction', 'apps/server/src/kernel/clock.ts', "import type { Db } from '../platform/db/db.ts';"],
  ['direction', 'apps/server/src/http/pages.ts', "export { notes } from '../services/notes/notes-store.ts';"],
  ['direction', 'packages/contracts/src/search.ts', "import type { Db } from '@cairn/server/platform/db/db';"],
  ['direction', `${service}/notes-service.ts`, "import { createApp } from '../../app.ts';"],
  ['features-apart', `${feature}/reader-page.tsx`, "import { Form } from '../import/import-form.tsx';"],
  ['services-apart', `${service}/notes-service.ts`, "import { search } from '../search/search-store.ts';"],
  [
    'services-apart',
    'apps/server/src/services/functions/ask/ask-service.ts',
    "import { run } from '../import/import-service.ts';",
  ],
  ['layers', `${service}/notes-service.ts`, "import { routes } from './notes-routes.ts';"],
  ['layers', `${service}/notes-store.ts`, "import type { Rules } from './notes-service.ts';"],
  ['layers', `${service}/notes-present.ts`, "import { merge } from './notes-service.ts';"],
  ['layers', `${service}/domain/merge.ts`, "import { load } from '../notes-store.ts';"],
  ['layers', `${service}/notes-service.ts`, "import { validate } from '../../http/validate.ts';"],
  ['layers', `${service}/notes-store.ts`, "import { Hono } from 'hono';"],
  ['pure-domain', `${service}/domain/merge.ts`, "import { createHash } from 'node:crypto';"],
  ['pure-domain', `${service}/domain/merge.ts`, "import type { Db } from '../../../platform/db/db.ts';"],
  ['lean-contracts', 'packages/contracts/src/search.ts', "import * as Y from 'yjs';"],
  ['lean-kernel', 'apps/server/src/kernel/clock.ts', "import { z } from 'zod';"],
  ['sql-in-store', `${service}/notes-routes.ts`, "await db.asActor(actor, (tx) => tx.query('select 1'));"],
  ['system-access', `${service}/notes-store.ts`, "await deps.db.asSystem('notes', work);"],
  ['environment', 'apps/server/src/app.ts', 'const port = process.env.PORT;'],
  ['environment', 'apps/server/src/app.ts', "const port = process['env'].PORT;"],
  ['environment', 'apps/server/src/app.ts', 'const { env } = process;'],
  ['environment', 'apps/server/src/app.ts', "import { env } from 'node:process';"],
  ['data-only', `${feature}/reader-page.tsx`, "import { createClient } from '@supabase/supabase-js';"],
  ['testkit-in-tests', 'apps/server/src/app.ts', "import { createWorld } from '@cairn/testkit/world';"],
  ['workspaces', 'apps/server/src/app.ts', "import { x } from '../../../packages/contracts/src/search.ts';"],
  ['extensions', 'apps/server/src/app.ts', "import { x } from './main';"],
  ['no-barrels', 'apps/server/src/kernel/clock.ts', "export * from './actor.ts';"],
  ['no-barrels', 'apps/server/src/kernel/index.ts', 'export const x = 1;'],
  ['names', 'apps/server/src/kernel/utils.ts', 'export const x = 1;'],
  ['names', 'apps/server/src/kernel/string-helpers.ts', 'export const x = 1;'],
  ['names', 'apps/web/src/data/manager.ts', 'export const x = 1;'],
  ['names', 'apps/web/src/ui/IconButton.tsx', 'export const x = 1;'],
];

const rulesBroken = (file, source) => violationsIn(readFacts(file, source), {}).map((violation) => violation.rule);

describe('each boundary rule sees its planted violation', () => {
  it.each(canaries)('%s in %s: %s', (rule, file, source) => {
    expect(rulesBroken(file, source)).toContain(rule);
  });

  it('leaves no rule without a canary', async () => {
    const { readFileSync } = await import('node:fs');
    const source = readFileSync(new URL('./checks/boundary-rules.mjs', import.meta.url), 'utf8');
    const reported = [...source.matchAll(/report\(\s*'([a-z-]+)'/g)].map(([, rule]) => rule);
    expect(new Set(canaries.map(([rule]) => rule))).toEqual(new Set(reported));
  });
});

describe('what is allowed', () => {
  it.each([
    [`${service}/notes-routes.ts`, "import { Hono } from 'hono'; import { rules } from './notes-service.ts';"],
    [
      `${service}/notes-service.ts`,
      "import { store } from './notes-store.ts'; import type { Db } from '../../platform/db/db.ts';",
    ],
    [`${service}/notes-service.int.test.ts`, "import { createWorld } from '@cairn/testkit/world';"],
    [
      'apps/server/src/services/functions/ask/ask-routes.ts',
      "import { functionRoute } from '../function-route.ts'; import { check } from '../../../http/validate.ts';",
    ],
    [
      `${feature}/reader-page.tsx`,
      "import { article } from '../../data/articles.ts'; import { Button } from '../../ui/button.tsx';",
    ],
    ['apps/server/src/config/env.ts', 'export const port = process.env.PORT;'],
    ['tools/start.mjs', 'console.log(process.env.PORT);'],
  ])('%s: %s', (file, source) => {
    expect(rulesBroken(file, source)).toEqual([]);
  });

  it('is system access where it is listed, and there only', () => {
    const facts = readFacts(`${service}/notes-store.ts`, "db.asSystem('notes', work);");
    expect(violationsIn(facts, { [`${service}/notes-store.ts`]: 'merges updates' })).toEqual([]);
  });
});

describe('the check as a whole', () => {
  it('knows where a file stands', () => {
    expect(placeOf(`${service}/domain/merge.ts`)).toEqual({ zone: 'services', owner: 'notes', layer: 'domain' });
    expect(placeOf('apps/server/src/services/functions/ask/ask-store.ts').owner).toBe('functions/ask');
  });

  it('fails when it sees too few files', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const empty = mkdtempSync(`${tmpdir()}/boundaries-`);
    try {
      expect(checkBoundaries(empty).problems).toEqual(
        expect.arrayContaining([expect.stringMatching(/only 0 files seen/)]),
      );
    } finally {
      rmSync(empty, { recursive: true });
    }
  });
});
