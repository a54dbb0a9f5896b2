import { describe, expect, it } from 'vitest';
import { DataError } from './data-error.ts';
import { parseQuery } from './parse-query.ts';
import { simpleOperators, textSearchOperators } from './query-ast.ts';
import { defaultQueryLimits } from './query-limits.ts';

const parse = (query: string) => parseQuery(new URLSearchParams(query), { limits: defaultQueryLimits });
const failure = (query: string): DataError => {
  try {
    parse(query);
  } catch (error) {
    if (error instanceof DataError) return error;
    throw error;
  }
  throw new Error(`${query} was accepted`);
};
const onlyFilter = (query: string) => {
  const { shape, values } = parse(query);
  const [filter] = shape.conditions;
  if (filter?.kind !== 'filter') throw new Error('no filter');
  return { ...filter, values };
};

describe('refuses', () => {
  const cases = [
    'id=1',
    'id=eq',
    'id=foo.1',
    'id=constructor.1',
    'id=toString.x',
    'id=cs(any).{1}',
    'id=is.maybe',
    'id=is.nullish',
    'id=in.1',
    'id=in.(1',
    'select=a,,b',
    'select=a(b',
    'select=a)b',
    'select=a!x',
    'select=a::',
    'select=a.sum',
    'select=:a',
    'select="a',
    'order=a.',
    'order=a.up',
    'order=a.asc.first',
    'order=a(b).x',
    'or=()',
    'or=(a.eq.1',
    'or=(a.eq.1))',
    'or=a.eq.1',
    'and=(xor(a.eq.1))',
    'limit=x',
    'offset=1.5',
    'columns=a,,b',
    'a.b.c',
    'id=fts().x',
    '=eq.1',
  ];
  it.each(cases)('%s', (query) => {
    expect(failure(query.includes('=') ? query : `${query}=`).code).toBe('PGRST100');
  });
  it('says where', () => {
    expect(failure('select=id,na!me').message).toBe('"failed to parse select parameter (id,na!me)" (line 1, column 9)');
    expect(failure('limit=-1').status).toBe(416);
  });
  it('what is too much', () => {
    expect(failure(`select=${'a('.repeat(9)}b${')'.repeat(9)}`).message).toBe('Too many levels of embedded resources');
    expect(failure(`or=(${'and('.repeat(20)}a.eq.1${')'.repeat(20)})`).message).toBe('Too many levels of and/or');
    expect(failure(`or=(${Array(200).fill('a.eq.1').join(',')})`).message).toBe('Too many filters');
    expect(failure(`a=in.(${Array(1001).fill(1).join(',')})`).message).toBe('Too many values of "in"');
    expect(failure(`order=${Array(30).fill('a').join(',')}`).message).toBe('Too many order terms');
    expect(failure(`select=${Array(301).fill('a').join(',')}`).message).toBe('Too many selected items');
  });
});

describe('filters', () => {
  it.each(Object.keys(simpleOperators))('knows %s', (operator) => {
    expect(onlyFilter(`a=not.${operator}.x.y`)).toMatchObject({
      negated: true,
      operation: { kind: 'simple', operator, value: 0 },
      values: ['x.y'],
    });
  });
  it.each(Object.keys(textSearchOperators))('knows %s', (operator) => {
    expect(onlyFilter(`a=${operator}(simple).x`)).toMatchObject({
      operation: { kind: 'search', operator, config: 0, value: 1 },
      values: ['simple', 'x'],
    });
    expect(onlyFilter(`a=${operator}.x`)).toMatchObject({ operation: { config: null, value: 0 }, values: ['x'] });
  });
  it.each(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])(
    'takes any and all with %s',
    (operator) => {
      expect(onlyFilter(`a=${operator}(any).{1,2}`).operation).toMatchObject({ quantifier: 'any' });
      expect(onlyFilter(`a=${operator}(all).{1,2}`).operation).toMatchObject({ quantifier: 'all' });
    },
  );
  it('turns * into % for like only', () => {
    expect(onlyFilter('a=like.*x*').values).toEqual(['%x%']);
    expect(onlyFilter('a=eq.*x*').values).toEqual(['*x*']);
  });
  it('reads lists and quotes', () => {
    expect(onlyFilter('a=in.(1, 2,"3,4","5\\"6",)').values).toEqual([['1', ' 2', '3,4', '5"6', '']]);
    expect(onlyFilter('a=in.()').values).toEqual([[]]);
    expect(onlyFilter('a=eq."kept"').values).toEqual(['"kept"']);
    expect(parse('or=(a.eq."x,(y)",b.cs.{1,2},c.in.(1,2),d.eq.{1,e.is.null)').values).toEqual([
      'x,(y)',
      '{1,2}',
      ['1', '2'],
      '{1',
    ]);
  });
  it('reads paths of columns, JSON and embedded resources', () => {
    expect(onlyFilter('a->b->0->>c=eq.1').field).toEqual({
      name: 'a',
      path: [
        { arrow: '->', key: 'b', isIndex: false },
        { arrow: '->', key: '0', isIndex: true },
        { arrow: '->>', key: 'c', isIndex: false },
      ],
    });
    expect(onlyFilter('"a.b"=eq.1').field.name).toBe('a.b');
    expect(onlyFilter('my-col=eq.1').field.name).toBe('my-col');
    expect(onlyFilter('"order"=eq.1').field.name).toBe('order');
    const { shape } = parse('tags.name=eq.x&tags.limit=3&tags.order=name&a.b.or=(c.is.null)&a.b.not.and=(d.is.true)');
    expect(shape.levels.map(({ path }) => path)).toEqual([['tags'], ['a', 'b']]);
    expect(shape.levels[0]?.level).toMatchObject({
      conditions: [{ kind: 'filter' }],
      order: [{ field: { name: 'name' } }],
      limit: 1,
    });
    expect(shape.levels[1]?.level.conditions).toMatchObject([
      { operator: 'or', negated: false },
      { operator: 'and', negated: true },
    ]);
  });
});

it('reads select with every part', () => {
  const { shape } = parse(
    'select=*,x:a->>b::text,t:tags!inner!hint(count(),n:name),...author!left(name),amount.sum()::int',
  );
  expect(shape.select).toMatchObject([
    { kind: 'star' },
    { kind: 'field', alias: 'x', cast: 'text', field: { name: 'a' } },
    {
      kind: 'embed',
      relation: 'tags',
      alias: 't',
      hint: 'hint',
      join: 'inner',
      spread: false,
      items: [{ kind: 'count' }, { alias: 'n' }],
    },
    { kind: 'embed', relation: 'author', join: 'left', spread: true },
    { kind: 'field', aggregate: 'sum', aggregateCast: 'int' },
  ]);
});

it('reads order', () => {
  expect(parse('order=a.desc.nullslast,b(c).asc,d->>e.nullsfirst').shape.order).toMatchObject([
    { relation: null, direction: 'desc', nulls: 'last' },
    { relation: 'b', field: { name: 'c' }, direction: 'asc', nulls: null },
    { field: { path: [{ key: 'e' }] }, direction: null, nulls: 'first' },
  ]);
});

it('gives requests that differ in values one shape', () => {
  const shapeOf = (query: string) => JSON.stringify(parse(query).shape);
  expect(shapeOf('a=eq.1&b=in.(1,2)&limit=5&or=(c.eq.1,d.fts(english).x)')).toBe(
    shapeOf('a=eq.999&b=in.(3)&limit=50&or=(c.eq.zzz,d.fts(german).y)'),
  );
  expect(shapeOf('a=eq.1')).not.toBe(shapeOf('a=neq.1'));
});
