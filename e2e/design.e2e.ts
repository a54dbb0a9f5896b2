import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const openDesign = async (page: Page) => {
  await page.goto('/design');
  await expect(page.getByRole('heading', { level: 1, name: 'Design' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Looks at the whole page, or at what has opened on it: the rest has been looked at before. */
async function expectNoFindings(page: Page, state: string, opened?: string): Promise<void> {
  // What is still fading in has another contrast than what has come.
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running').length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
  // A menu or a list of options hangs on its button, not in a landmark.
  const hanging = await page.getByRole('menu').or(page.getByRole('listbox')).count();
  const axe = new AxeBuilder({ page }).disableRules(hanging > 0 ? ['region'] : []);
  if (opened) axe.include(opened);
  const { violations } = await axe.analyze();
  const findings = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`));
  expect(findings, state).toEqual([]);
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any part, open or closed, in the ${theme} theme`, async ({ page }) => {
    // Nothing moves, so that colours are the ones that stay.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await openDesign(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectNoFindings(page, 'everything closed');

    for (const name of ['Open dialog', 'Open long dialog', 'Sheet at start', 'Sheet at bottom']) {
      await button(page, name).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFindings(page, name, '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await button(page, 'Open popover').click();
    await expectNoFindings(page, 'an open popover', '[role=dialog]');
    await page.keyboard.press('Escape');
    await button(page, 'Open menu').click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoFindings(page, 'an open menu', '[role=menu]');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Order', exact: true }).first().click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await expectNoFindings(page, 'an open select', '[role=listbox]');
    await page.keyboard.press('Escape');
    await button(page, 'Show with undo').click();
    await button(page, 'Show error').click();
    await expect(toasts(page).getByText('The article could not be fetched.')).toBeVisible();
    await toasts(page).hover();
    await expectNoFindings(page, 'toasts', '[aria-label="Notifications area"]');
  });
}

test('a dialog takes the focus, keeps it, and gives it back', async ({ page }) => {
  await openDesign(page);
  await button(page, 'Open dialog').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rename the note' });
  await expect(dialog).toHaveAccessibleDescription('Links to it keep working.');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  for (const name of ['Cancel', 'Rename', 'Close', 'Name', 'Cancel']) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel(name).or(dialog.getByRole('button', { name })).first()).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Open dialog')).toBeFocused();

  // A press beside it closes it too.
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test('a dialog that is longer than the window scrolls by keyboard, inside itself', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 480 });
  await openDesign(page);
  await button(page, 'Open long dialog').click();
  const dialog = page.getByRole('dialog', { name: 'What is kept' });
  const box = await dialog.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(480);
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(dialog.getByText('A long text scrolls').last()).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport();
});

test('a sheet closes with Escape and gives the focus back', async ({ page }) => {
  await openDesign(page);
  for (const side of ['start', 'end', 'bottom']) {
    await button(page, `Sheet at ${side}`).focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Contents' });
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(button(page, `Sheet at ${side}`)).toBeFocused();
  }
});

test('a menu is walked with arrows and letters, and Escape leaves it', async ({ page }) => {
  await openDesign(page);
  const trigger = button(page, 'Open menu');
  const item = (name: string) => page.getByRole('menuitem', { name });
  const said = page.getByRole('status').filter({ hasText: 'chosen' }).or(page.getByText('Chosen:')).first();
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(item('Copy link')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Share')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(item('Delete'), 'from the first to the last').toBeFocused();
  await page.keyboard.press('a');
  await expect(item('Archive')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(trigger).toBeFocused();
  await expect(said).toHaveText('Nothing chosen');

  await page.keyboard.press('ArrowDown');
  await expect(item('Copy link')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Chosen: Delete')).toBeVisible();
  await expect(trigger).toBeFocused();

  // A link of a menu is a link, and stays in the app.
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.keyboard.press('Enter');
  await expect(item('Back to the start')).toHaveAttribute('href', '/');
  await item('Back to the start').click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

test('a popover opens, is named, and gives the focus back', async ({ page }) => {
  await openDesign(page);
  await button(page, 'Open popover').focus();
  await page.keyboard.press('Enter');
  const popover = page.getByRole('dialog', { name: 'Text settings' });
  await expect(popover).toBeVisible();
  await expect(button(page, 'Do something')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
  await expect(button(page, 'Open popover')).toBeFocused();
});

test('a tooltip comes with the focus and goes with Escape', async ({ page }) => {
  await openDesign(page);
  const key = page.locator('kbd').filter({ hasText: /^K$/ });
  const before = await key.count();
  await button(page, 'Open menu').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-section="menus"]').getByRole('button', { name: 'More actions' })).toBeFocused();
  await expect(key).toHaveCount(before + 1);
  await page.keyboard.press('Escape');
  await expect(key).toHaveCount(before);
});

test('tabs are walked with arrows, over what is disabled', async ({ page }) => {
  await openDesign(page);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Notes').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Highlights')).toBeFocused();
  await expect(page.getByRole('tabpanel')).toHaveText('Seven passages are highlighted.');
  await expect(page.getByRole('tabpanel', { name: 'Highlights' })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(tab('Notes')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
});

test('a select is opened, searched by letter and left by keyboard', async ({ page }) => {
  await openDesign(page);
  const select = page.getByRole('combobox', { name: 'Order', exact: true }).first();
  await select.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Newest first' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await expect(select).toHaveText('Title');
  await expect(select).toBeFocused();
});

test('choices answer to the keyboard', async ({ page }) => {
  await openDesign(page);
  const panel = page.locator('[data-section="choices"] [data-panel="light"]');
  const box = panel.getByRole('checkbox', { name: 'Fetch footnotes too' });
  await expect(box).toHaveAccessibleDescription('They are put where they are mentioned.');
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  const mixed = panel.getByRole('checkbox', { name: 'All articles' });
  expect(await mixed.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  const toggle = panel.getByRole('switch', { name: 'Sync while offline changes wait' });
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(toggle).not.toBeChecked();
  await panel.getByRole('radio', { name: 'Serif' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('radio', { name: 'Sans' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('radio', { name: 'Serif' }), 'over the disabled one').toBeChecked();
  const segments = page.locator('[data-section="selects"] [data-panel="light"]');
  await segments.getByRole('radio', { name: 'Medium' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(segments.getByRole('radio', { name: 'Large' })).toBeChecked();
});

test('a toast is announced, its action reached by keyboard, and its time stops meanwhile', async ({ page }) => {
  await openDesign(page);
  await page.clock.install();
  await button(page, 'Show with undo').focus();
  await page.keyboard.press('Enter');
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveAttribute('aria-live', 'polite');
  const toast = toasts(page).getByRole('dialog', { name: 'Note deleted' });
  await expect(toast).toBeVisible();
  await page.keyboard.press('F6');
  await expect(toasts(page)).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.clock.runFor(1000);
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(toast).toBeHidden();
  await expect(button(page, 'Show with undo')).toBeFocused();
});

test('toasts go when their time is over, stay under the pointer, and are five at most', async ({ page }) => {
  await openDesign(page);
  await page.clock.install();
  const saved = toasts(page).getByText('The note is saved.');
  await button(page, 'Show success').click();
  await page.clock.runFor(200);
  await expect(saved).toBeVisible();
  await page.clock.runFor(3500);
  await expect(saved).toBeVisible();
  await page.clock.runFor(1500);
  await expect(saved).toBeHidden();

  await button(page, 'Show success').click();
  await page.clock.runFor(200);
  await saved.hover();
  await page.clock.runFor(30_000);
  await expect(saved).toBeVisible();
  for (let count = 0; count < 6; count += 1) await button(page, 'Show info').click();
  await page.clock.runFor(1000);
  await expect(toasts(page).getByText('Two articles are still being fetched.')).toHaveCount(5);
  await expect(saved).toBeHidden();
});

test('nothing scrolls sideways, and every control is large enough for a finger', async ({ browser, world }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(new URL('/design', world.url).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Design' })).toBeVisible();
  for (const name of ['', 'Open dialog', 'Sheet at end', 'Open menu', 'Open popover']) {
    if (name) await button(page, name).tap();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, name).toBe(0);
    for (const floating of await page.getByRole('dialog').or(page.getByRole('menu')).all()) {
      // It may still be sliding in.
      const isInside = async () => {
        const box = await floating.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 320;
      };
      await expect.poll(isInside, { message: name }).toBe(true);
    }
    if (name) await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0);
  }
  for (const control of await page.locator('main :is(button, [role=combobox], [role=tab], input[type=text])').all()) {
    const box = await control.boundingBox();
    expect(box?.height, await control.evaluate((element) => element.outerHTML)).toBeGreaterThanOrEqual(44);
  }
  await context.close();
});

/** The room a section takes, and what its picture is made of: a part that is gone or broken changes both. */
async function pictureOf(section: Locator): Promise<{ width: number; height: number; bytes: number }> {
  const picture = await section.screenshot({ animations: 'disabled', caret: 'hide' });
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20), bytes: picture.length };
}

test('each section looks the same twice, and alike in both themes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openDesign(page);
  const sections = await page.locator('[data-section]').all();
  expect(sections.length).toBeGreaterThanOrEqual(17);
  for (const section of sections) {
    const name = await section.getAttribute('data-section');
    await page.mouse.move(0, 0);
    const first = await pictureOf(section);
    const again = await pictureOf(section);
    expect([again.width, again.height], `${name} twice`).toEqual([first.width, first.height]);
    expect(again.bytes / first.bytes, `${name} twice`).toBeCloseTo(1, 1);
    expect(first.width, `${name} is as wide as the page`).toBeGreaterThan(1000);
    // An empty area of this size would be a tenth of it.
    expect(first.bytes / (first.width * first.height), `${name} shows something`).toBeGreaterThan(0.008);
    const panels = await section.locator('[data-panel]').all();
    if (panels.length === 0) continue;
    const [light, dark] = await Promise.all(panels.map((panel) => panel.boundingBox()));
    expect(dark?.width, name ?? '').toBeCloseTo(light?.width ?? 0, 0);
    expect(dark?.height, name ?? '').toBeCloseTo(light?.height ?? 0, 0);
  }
});

test('text keeps its lines when the typefaces arrive', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  const measure = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-panel="light"] [data-type]')].map(
        ({ dataset, offsetHeight }) => ({
          type: dataset.type,
          offsetHeight,
        }),
      ),
    );
  await page.route('**/*.woff2', (route) => route.abort());
  await openDesign(page);
  const before = await measure();
  await page.unroute('**/*.woff2');
  await openDesign(page);
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
  expect(before).toHaveLength(3);
  expect(await measure()).toEqual(before);
});
