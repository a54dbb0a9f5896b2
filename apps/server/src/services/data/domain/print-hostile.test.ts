import { createDataModel } from '@cairn/testkit/data-model';
import { describe, expect, it } from 'vitest';
import { DataError } from './data-error.ts';
import { parseQuery } from './parse-query.ts';
import { planDelete, planInsert, planUpdate, sourceOf } from './plan-mutation.ts';
import { planRead } from './plan-read.ts';
import { printMutation } from './print-mutation.ts';
import { printSelect } from './print-select.ts';
import { defaultQueryLimits } from './query-limits.ts';
import type { Statement } from './read-plan.ts';
import type { Relation, SchemaModel } from './schema-model.ts';

const model: SchemaModel = createDataModel();
const settings = { maxRows: 1000, aggregates: false };
const format = { kind: 'array', stripNulls: false, contentType: '' } as const;

function relation(name: string): Relation {
  const found = model.relations.get(`public\u0000${name}`);
  if (found === undefined) throw new Error(name);
  return found;
}

function select(query: string): Statement {
  const { shape } = parseQuery(new URLSearchParams(query), { limits: defaultQueryLimits });
  const notes = relation('notes');
  const level = planRead(model, settings, shape, sourceOf(notes), true);
  return printSelect(notes, level, { format, count: 'exact', head: false, estimateFrom: 1000 }).main;
}

/** Pieces an attacker would put together; none of them occurs in what we print ourselves. */
const poison = [
  'zq9',
  "'zq9",
  '"zq9',
  ';drop zq9',
  '--zq9',
  '/*zq9*/',
  '$1zq9',
  '\\zq9',
  '$$zq9$$',
  'zq9)',
  '(zq9',
  'zq9,zq9',
  "E'zq9",
  '\u0000zq9',
  'zq9::text',
  'U&"zq9',
  '𝒛q9zq9',
];

const templates: ((text: string) => string)[] = [
  (text) => `title=eq.${text}`,
  (text) => `title=in.(${text})`,
  (text) => `title=in.("${text}")`,
  (text) => `or=(title.eq.${text},title.like."${text}")`,
  (text) => `tsv=fts(${text}).${text}`,
  (text) => `tsv=fts.${text}`,
  (text) => `data->${text}=eq.${text}`,
  (text) => `data->>"${text}"=eq.x&order=data->"${text}"`,
  (text) => `select="${text}":title`,
  (text) => `select=${text}:title`,
  (text) => `select=data->"${text}"`,
  (text) => `select=title::${text}`,
  (text) => `select="${text}":articles(id)`,
  (text) => `select=articles!${text}(id)`,
  (text) => `select=${text}(id)`,
  (text) => `select=articles(${text}:id)&articles.title=eq.${text}`,
  (text) => `"${text}"=eq.1`,
  (text) => `${text}=eq.1`,
  (text) => `order=${text}`,
  (text) => `limit=${text}`,
  (text) => `title=like(any).{${text}}`,
];

const encode = (query: string): string =>
  new URLSearchParams(
    query
      .split(/&(?=[\w.">-]+=)/)
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  ).toString();

describe('no text of a request reaches the SQL', () => {
  it.each(templates.map((make) => [make('…'), make] as const))('%s', (_, make) => {
    const refused: string[] = [];
    for (const text of poison) {
      try {
        const { text: sql } = select(encode(make(text)));
        expect(sql).not.toContain('zq9');
        expect(sql).not.toContain('--');
        expect(sql).not.toContain('/*');
        expect(sql).not.toContain(';');
        expect(sql).not.toContain('\\z');
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        expect(error.status).toBeLessThan(500);
        refused.push(`${text}: ${error.message}`);
      }
    }
    // Where names are looked up every text is refused; elsewhere most are accepted and travel as parameters.
    if (make('x') === 'title=eq.x') expect(refused).toEqual([]);
  });

  it('random mixtures of everything', () => {
    const alphabet = [
      ...poison,
      'id',
      'title',
      'data',
      'articles',
      'tags',
      '(',
      ')',
      ',',
      '.',
      ':',
      '::',
      '!',
      '->',
      '->>',
      '"',
      '*',
      'eq',
      'not',
      'in',
      'or',
      'and',
      'is',
      'null',
      'count',
      ' ',
    ];
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    const word = (): string => Array.from({ length: 1 + random(6) }, () => alphabet[random(alphabet.length)]).join('');
    let printed = 0;
    for (let turn = 0; turn < 5000; turn += 1) {
      const queries = Array.from({ length: 1 + random(2) }, () => templates[random(templates.length)]?.(word()) ?? '');
      try {
        const { text } = select(encode(queries.join('&')));
        printed += 1;
        expect(text).not.toContain('zq9');
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
      }
    }
    expect(printed).toBeGreaterThan(200);
  });

  it('changes: names from the schema, values from parameters', () => {
    const { shape } = parseQuery(new URLSearchParams(encode('id=eq.\'zq9&select=id,"zq9":title')), {
      limits: defaultQueryLimits,
    });
    const request = { relation: relation('notes'), shape, returning: 'representation' } as const;
    const body = { columns: ['title', 'odd " name'], isArray: true, fillDefaults: true };
    const statements = [
      planInsert(model, settings, request, body, 'merge-duplicates'),
      planUpdate(model, settings, request, body),
      planDelete(model, settings, request),
    ].map((plan) => printMutation(plan, format).text);
    for (const sql of statements) expect(sql).not.toContain('zq9');
    expect(statements[0]).toContain('"odd "" name"');
    for (const name of ['zq9', 'title"; --', '__proto__', 'constructor']) {
      expect(() => planInsert(model, settings, request, { ...body, columns: [name] }, null)).toThrow(DataError);
    }
  });
});

describe('what is printed', () => {
  it('is one statement with one parameter a value', () => {
    const { text, slots } = select('select=id,title&title=eq.x&limit=5');
    expect(text).toBe(
      'SELECT count(*)::int AS rows, (SELECT count(*) FROM (SELECT 1 FROM "public"."notes" AS t0 WHERE t0."title" = $3) AS c)::int AS total, ' +
        'coalesce(json_agg(b.*), \'[]\')::text AS body FROM (SELECT t0."id" AS "id", t0."title" AS "title" FROM "public"."notes" AS t0 WHERE t0."title" = $1 LIMIT $2) AS b',
    );
    expect(slots).toEqual([
      { from: 'value', index: 0 },
      { from: 'value', index: 1, atMost: 1000 },
      { from: 'value', index: 0 },
    ]);
  });
  it('embeds only into the chosen rows', () => {
    expect(select('select=id,articles(title)').text).toContain(
      'FROM (SELECT t0."id", t0."article_id" FROM "public"."notes" AS t0 LIMIT $1) AS t0 LEFT JOIN LATERAL',
    );
    expect(select('select=id,articles!inner(title)').text).not.toContain('LIMIT $1) AS t0');
  });
});
