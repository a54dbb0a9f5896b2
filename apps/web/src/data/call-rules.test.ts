import { expect, test } from 'vitest';
import { rulesOf } from './call-rules.ts';

const id = '0b6f9a52-6c0e-4a6c-9a87-2a6c8b1f1d10';
const json = JSON.stringify;
const rest = 'https://x.supabase.co/rest/v1';

test.each([
  ['GET', `${rest}/articles?select=*`, undefined],
  ['HEAD', `${rest}/articles`, undefined],
  ['POST', `${rest}/rpc/search_library`, json({ q: 'x' })],
  ['POST', `${rest}/rpc/due_cues`, json({})],
  ['POST', `${rest}/highlights`, json({ id, colour: 'pink' })],
  ['POST', `${rest}/highlights`, json([{ id }, { id }])],
  ['PATCH', `${rest}/tasks?id=eq.1`, json({ id, title: 'x' })],
  ['PUT', `${rest}/tasks`, json({ id })],
  ['post', 'https://x/functions/v1/import-article', json({ url: 'x', importRunId: id })],
])('%s %s may be repeated', (method, address, body) => {
  expect(rulesOf(address, method, body).repeatable).toBe(true);
});

test.each([
  ['POST', `${rest}/tags`, json({ name: 'no id' })],
  ['POST', `${rest}/tags`, json([{ id }, { name: 'no id' }])],
  ['POST', `${rest}/tags`, json([])],
  ['POST', `${rest}/tags`, json({ id: 'not a uuid' })],
  ['POST', `${rest}/tags`, 'not json'],
  ['POST', `${rest}/tags`, undefined],
  // A late repetition could overwrite what was written after it.
  ['PATCH', `${rest}/tags?id=eq.${id}`, json({ name: 'x' })],
  ['DELETE', `${rest}/tags?id=eq.${id}`, undefined],
  ['POST', `${rest}/rpc/merge_tags`, json({ from_tag: id })],
  ['POST', `${rest}/rpc/increment_user_usage`, json({ p_increment: 1 })],
  // Queues send these again themselves.
  ['POST', `${rest}/note_updates?on_conflict=id`, json({ id })],
  ['POST', `${rest}/cue_reviews?on_conflict=id`, json([{ id }])],
  ['POST', `${rest}/notes`, json({ id })],
  ['POST', 'https://x/functions/v1/ask', json({ question: 'x', userId: id })],
  ['GET', 'https://x/auth/v1/user', undefined],
  ['POST', 'https://x/auth/v1/token', json({ id })],
])('%s %s may not', (method, address, body) => {
  expect(rulesOf(address, method, body).repeatable).toBe(false);
});

test('kinds, limits, and what waits for a person', () => {
  expect(rulesOf(`${rest}/notes`, 'GET', undefined)).toMatchObject({ kind: 'data', limitMs: 20_000, waits: true });
  expect(rulesOf(`${rest}/rpc/list_library`, 'POST', '{}').waits).toBe(true);
  expect(rulesOf(`${rest}/rpc/touch_session`, 'POST', '{}').waits).toBe(false);
  expect(rulesOf('https://x/functions/v1/ask', 'POST', '{}')).toMatchObject({ kind: 'function', limitMs: 90_000 });
  expect(rulesOf('https://x/auth/v1/token', 'POST', '{}').kind).toBe('auth');
});

test('an export of everything may take its time, other functions may not', () => {
  const limit = (name: string) => rulesOf(`https://x/functions/v1/${name}`, 'POST', '{}').limitMs;
  expect(limit('export-account')).toBeGreaterThan(10 * limit('ask'));
});
