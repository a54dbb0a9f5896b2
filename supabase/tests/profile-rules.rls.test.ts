import { actAs } from '@cairn/testkit/act-as';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

let people: PeopleDatabase;
beforeAll(async () => {
  people = await createPeopleDatabase();
});
afterAll(() => people.close());

const as = async (actor: string, sql: string, ...values: unknown[]) =>
  (await actAs(people.db, actor, (client) => client.query(sql, values), { commit: true })).rows;
const isFree = async (handle: string, actor = alice) =>
  (await as(actor, 'select public.check_handle($1) as free', handle))[0].free;

describe('a handle', () => {
  it('is for those who are signed in to ask about', async () => {
    await expect(isFree('ada', 'anon')).rejects.toMatchObject({ code: '42501' });
  });

  it('is not free where it is malformed, or where somebody else has it', async () => {
    await as(bob, "update public.profiles set handle = 'bob_the_mason' where id = $1", bob);
    expect(await isFree('bob_the_mason')).toBe(false);
    expect(await isFree('bob_the_mason', bob)).toBe(true);
    for (const handle of ['ab', 'Ada', 'a b c', 'ada!', 'x'.repeat(31), ''])
      expect(await isFree(handle), handle).toBe(false);
    expect(await isFree('ada_1815')).toBe(true);
    await expect(
      as(alice, "update public.profiles set handle = 'bob_the_mason' where id = $1", alice),
    ).rejects.toMatchObject({
      code: '23505',
    });
  });

  it('of somebody else cannot be changed, and does not show whose it is', async () => {
    await as(alice, "update public.profiles set handle = 'taken_from_bob' where id = $1", bob);
    expect(await as(alice, 'select id from public.profiles where handle = $1', 'bob_the_mason')).toEqual([]);
    expect(await isFree('bob_the_mason')).toBe(false);
  });
});

describe('the path of an avatar', () => {
  const setPath = (path: string | null) =>
    as(alice, 'update public.profiles set avatar_path = $1 where id = $2', path, alice);

  it.each([
    `${bob}/avatar`,
    `${bob}/avatar?v=1`,
    `${alice}/other`,
    'https://example.org/a.png',
    `${alice}/avatar?v=<b>`,
    `${alice}/avatar/../../${bob}/avatar`,
  ])('is refused: %s', async (path) => {
    await expect(setPath(path)).rejects.toMatchObject({ code: '23514' });
  });

  it("is the owner's own, with a version, or none", async () => {
    for (const path of [`${alice}/avatar`, `${alice}/avatar?v=mha1x9`, null]) await setPath(path);
  });
});
