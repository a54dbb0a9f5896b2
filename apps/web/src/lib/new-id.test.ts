import { expect, test, vi } from 'vitest';
import { newId } from './new-id.ts';

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an id is a UUID, with and without a secure context', () => {
  expect(newId()).toMatch(version4);
  const getRandomValues = vi.fn((bytes: Uint8Array) => crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>));
  const ids = Array.from({ length: 200 }, () =>
    newId({ getRandomValues: getRandomValues as unknown as Crypto['getRandomValues'] }),
  );
  for (const id of ids) expect(id).toMatch(version4);
  expect(new Set(ids).size).toBe(200);
  expect(getRandomValues).toHaveBeenCalledTimes(200);
});

test('bytes of any value give a valid id', () => {
  for (const [byte, id] of [
    [0, '00000000-0000-4000-8000-000000000000'],
    [255, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ] as const) {
    const filled = ((bytes: Uint8Array) => bytes.fill(byte)) as unknown as Crypto['getRandomValues'];
    expect(newId({ getRandomValues: filled })).toBe(id);
  }
});
