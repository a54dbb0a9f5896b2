import { expect, test } from 'vitest';
import { formatDay, writeDays } from './dates.ts';

test('days in a sentence of the server are written as they are here', () => {
  const written = writeDays('You have used all 10 imports of this month. More from 2026-12-21.');
  expect(written).toBe(`You have used all 10 imports of this month. More from ${formatDay('2026-12-21')}.`);
  expect(written).not.toContain('2026-12-21');
  expect(writeDays('More from 2026-99-99, at 00:00 UTC.')).toBe('More from 2026-99-99, at 00:00 UTC.');
});
