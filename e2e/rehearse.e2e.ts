import { createBuiltNote } from '@cairn/testkit/note-builder';
import type { TestUser, World } from '@cairn/testkit/world';
import type { Page } from '@playwright/test';
import { expectEveryLook } from './every-look.ts';
import { expect, signIn, test } from './fixtures.ts';

const summary = 'Cairns are heaps of stones that show the way.';
const note = {
  title: 'Stones along the way',
  notes: [
    'A cairn is a heap of stones that somebody built on purpose.',
    'They mark paths above the tree line, where signs would not last.',
    'In fog a walker goes from one to the next.',
  ],
  summary: [summary],
  cues: [
    { text: 'What is a cairn?', quote: 'a heap of stones' },
    { text: 'Where do cairns mark paths?', quote: 'above the tree line' },
    { text: 'What does a walker do in fog?', quote: 'goes from one to the next' },
  ],
};

const cue = (page: Page, text: string) => page.getByRole('heading', { level: 2, name: text });
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const gradeButton = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, asked`) });
const reviewsOf = (world: World, person: TestUser) =>
  world.sql<{ id: string; text: string; grade: number; duration_ms: number }>(
    `select r.id, c.text, r.grade, r.duration_ms from public.cue_reviews r join public.cues c on c.id = r.cue_id
      where r.user_id = $1 order by r.reviewed_at`,
    [person.id],
  );
const gradesOf = async (world: World, person: TestUser) =>
  (await reviewsOf(world, person)).map(({ text, grade }) => `${text} ${grade}`);
const openRehearsal = async (page: Page, person: TestUser) => {
  await signIn(page, person, '/rehearse');
  await expect(cue(page, 'What is a cairn?')).toBeVisible();
};

test('cues are asked, answered and graded with the keyboard alone', async ({ page, world, person }) => {
  const { noteId } = await createBuiltNote(world, person, note);
  await openRehearsal(page, person);
  await expect(cue(page, 'What is a cairn?')).toBeFocused();
  // The notes are hidden, not merely out of sight.
  await expect(page.getByText('somebody built')).toHaveCount(0);
  // Grading before the answer was seen does nothing.
  await page.keyboard.press('3');
  await page.keyboard.press('Space');
  await expect(answer(page)).toBeFocused();
  await expect(answer(page).locator('mark')).toHaveText('a heap of stones');
  await expect(answer(page)).toContainText('that somebody built on purpose.');
  await expect(answer(page)).not.toContainText('In fog');
  await expect(answer(page).getByRole('link', { name: 'Open the note' })).toHaveAttribute(
    'href',
    new RegExp(`^/note/${noteId}#at=`),
  );
  await expect(gradeButton(page, 'Again')).toContainText('1m');
  await expect(gradeButton(page, 'Good')).toHaveAccessibleName('Good, asked again in 10 minutes');
  await expect(gradeButton(page, 'Easy')).toContainText(/\dd/);
  await page.keyboard.press('4');

  await expect(cue(page, 'Where do cairns mark paths?')).toBeFocused();
  await expect(page.getByText(/^Easy\. Asked again in \d+ days\.$/)).toBeAttached();
  await expect(page.getByRole('progressbar', { name: 'Rehearsed' })).toHaveAttribute('aria-valuetext', '1 of 3 cues');
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await expect(cue(page, 'What does a walker do in fog?')).toBeFocused();

  // Taking the grade back leads to the answer it was given for.
  await page.keyboard.press('u');
  await expect(answer(page).locator('mark')).toHaveText('above the tree line');
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  // Forgotten a moment ago: it comes back in this sitting.
  await expect(cue(page, 'What does a walker do in fog?')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('3');
  await expect(page.getByRole('heading', { name: 'Done for now' })).toBeFocused();
  await expect(page.getByText('3 cues rehearsed.')).toBeVisible();
  await expect(page.getByText(/The next one is due in \d+ minutes/)).toBeVisible();

  await expect
    .poll(() => gradesOf(world, person))
    .toEqual([
      'What is a cairn? 4',
      'Where do cairns mark paths? 2',
      'What does a walker do in fog? 1',
      'What does a walker do in fog? 3',
    ]);
  const reviews = await reviewsOf(world, person);
  expect(reviews.every(({ duration_ms: duration }) => duration > 0 && duration < 120_000)).toBe(true);
  await world.settle();
  const due = await world.sql('select from public.cue_schedules where user_id = $1 and due_at <= now()', [person.id]);
  expect(due).toEqual([]);
  await page.reload();
  await expect(page.getByText('Nothing is due.')).toBeVisible();
});

test('grades that were given offline arrive later, each exactly once', async ({
  page,
  context,
  guard,
  world,
  person,
}) => {
  guard.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await createBuiltNote(world, person, note);
  await openRehearsal(page, person);
  await page.keyboard.press('Space');
  await expect(answer(page).locator('mark')).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('3');
  // The answers were fetched when the sitting began.
  await page.keyboard.press('Space');
  await expect(answer(page).locator('mark')).toHaveText('above the tree line');
  await page.keyboard.press('4');
  await expect(page.getByText('2 grades are kept on this device')).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('2');
  await expect(page.getByRole('heading', { name: 'Done for now' })).toBeVisible();
  await expect(page.getByText('3 grades are kept on this device')).toBeVisible();
  expect(await gradesOf(world, person)).toEqual([]);

  // A connection that takes the grades but loses the answer: they are sent a second time.
  let lost = 0;
  await page.route('**/rest/v1/cue_reviews*', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await context.setOffline(false);
  await expect(page.getByText('kept on this device')).toHaveCount(0);
  const expected = ['What is a cairn? 3', 'Where do cairns mark paths? 4', 'What does a walker do in fog? 2'];
  await expect.poll(() => gradesOf(world, person)).toEqual(expected);
  await page.reload();
  await expect(page.getByText('Nothing is due.')).toBeVisible();
  await expect.poll(() => gradesOf(world, person)).toEqual(expected);
  expect(lost).toBe(1);
});

test('grades outlive the tab: who comes back another day sends them', async ({
  page,
  context,
  guard,
  world,
  person,
}) => {
  guard.allow(/Failed to load resource|ERR_/);
  await createBuiltNote(world, person, note);
  await openRehearsal(page, person);
  await page.route('**/rest/v1/cue_reviews*', (route) => route.abort());
  await page.keyboard.press('Space');
  await page.keyboard.press('4');
  await expect(cue(page, 'Where do cairns mark paths?')).toBeVisible();
  await page.close();
  expect(await gradesOf(world, person)).toEqual([]);
  const later = await context.newPage();
  await later.goto('/rehearse');
  // What was graded is not asked again, though the server does not know yet.
  await expect(cue(later, 'Where do cairns mark paths?')).toBeVisible();
  await expect.poll(() => gradesOf(world, person)).toEqual(['What is a cairn? 4']);
});

test('one note alone can be rehearsed, also before it is due; what is missing is said', async ({
  page,
  world,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await createBuiltNote(world, person, note);
  const other = await createBuiltNote(world, person, {
    title: 'Other',
    notes: ['Nothing to see.'],
    cues: [{ text: 'An open question' }],
  });
  const empty = await createBuiltNote(world, person, { title: 'Empty', notes: ['No cues.'] });
  await signIn(page, person, '/rehearse');
  await page.goto(`/rehearse?note=${other.noteId}`);
  await expect(cue(page, 'An open question')).toBeVisible();
  await page.getByRole('button', { name: 'Show the answer' }).click();
  // It points nowhere: the note from its beginning.
  await expect(answer(page)).toContainText('Nothing to see.');
  await gradeButton(page, 'Easy').click();
  await expect(page.getByText('1 cue rehearsed.')).toBeVisible();
  await expect.poll(() => gradesOf(world, person)).toHaveLength(1);
  await page.reload();
  await page.getByRole('button', { name: 'Rehearse its 1 cue anyway' }).click();
  await expect(cue(page, 'An open question')).toBeVisible();
  await page.goto(`/rehearse?note=${empty.noteId}`);
  await expect(page.getByText('This note has no cues yet.')).toBeVisible();

  await page.route('**/rest/v1/rpc/due_cues*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'Broken.' } }),
  );
  await page.goto('/rehearse');
  await expect(page.getByText('We could not load your cues')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/due_cues*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cue(page, 'What is a cairn?')).toBeVisible();
});

test('axe finds nothing, nothing is cut off, and the grades are within reach of a thumb', async ({
  page,
  world,
  person,
}) => {
  const long = 'Why '.repeat(40) + 'does it stand where it stands'.repeat(4);
  await createBuiltNote(world, person, { ...note, cues: [...note.cues, { text: long }, { text: 'ما هي الحجارة؟' }] });
  await openRehearsal(page, person);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await page.getByText('Summary of the note').click();
  await expect(page.getByText(summary)).toBeVisible();
  await expectEveryLook(page, 'answer');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of ['Again', 'Hard', 'Good', 'Easy']) {
    const box = await gradeButton(page, name).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  }
  for (let left = 5; left > 0; left -= 1) {
    if (left < 5) await page.getByRole('button', { name: 'Show the answer' }).click();
    if (left === 2) await expectEveryLook(page, 'a long cue');
    await gradeButton(page, 'Good').click();
  }
  await expect(page.getByText('5 cues rehearsed.')).toBeVisible();
  await expectEveryLook(page, 'end');
  await expect.poll(() => gradesOf(world, person)).toHaveLength(5);
  await world.settle();
  await page.reload();
  await expect(page.getByText('Nothing is due.')).toBeVisible();
});
