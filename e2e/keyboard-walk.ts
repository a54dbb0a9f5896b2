import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Nobody presses Tab more often than this to get somewhere. */
const mostSteps = 80;

/** What is wrong with the place of the focus: lost, not to be seen, or behind something that lies over it. */
const focusProblem = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'the focus is lost';
    const name = `${element.tagName} “${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}”`;
    // A ring around the row shows the focus of what has no face of its own.
    const around = [element, element.parentElement, element.closest('label, li')];
    const ringed = around.some((part) => {
      const { outlineStyle, outlineWidth } = part
        ? getComputedStyle(part)
        : { outlineStyle: 'none', outlineWidth: '0' };
      return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
    });
    if (!ringed && !element.matches('[contenteditable=true]')) return `the focus on ${name} cannot be seen`;
    const { left, top, width, height } = element.getBoundingClientRect();
    const inset = (size: number) => Math.min(4, size / 2);
    const points = [
      [left + width / 2, top + height / 2],
      [left + inset(width), top + inset(height)],
      [left + width - inset(width), top + height - inset(height)],
    ] as const;
    const uncovered = points.some(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (element.contains(there) || there.contains(element));
    });
    return uncovered ? '' : `something lies over the focus on ${name}`;
  });

/** The focus is somewhere, can be seen there, and nothing lies over it. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => focusProblem(page)).toBe('');
}

/** For what scripts focus, such as a heading: it need not be ringed, but the next Tab starts from there. */
export const expectFocusKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body), 'the focus is kept').toBe(true);

/** Tabs until the named thing has the focus, which must be seen at every stop. `back` goes the other way. */
export async function tabTo(
  page: Page,
  role: string,
  name: string | RegExp,
  { within = page, back = false }: { within?: Page | Locator; back?: boolean } = {},
): Promise<void> {
  const target = within.getByRole(role as 'link', { name }).first();
  await expect(target).toBeAttached();
  for (let step = 0; step < mostSteps; step += 1) {
    const { reached, outside } = await target.evaluate((element) => ({
      reached: element === document.activeElement,
      // Between the end of a page and its beginning the focus is in the window of the browser.
      outside: document.activeElement === document.body,
    }));
    if (!outside && step > 0) await expectFocusSeen(page);
    if (reached) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab did not reach the ${role} ${String(name)} within ${mostSteps} steps`);
}

/** Every stop of the open dialog is in it, in both directions, and can be seen. Tab never leads out, Escape does. */
export async function expectTrapped(page: Page, dialog: Locator, steps = 12): Promise<void> {
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect(dialog).toBeVisible();
  await expect.poll(inside, 'the focus comes inside').toBe(true);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < steps; step += 1) {
      await page.keyboard.press(key);
      await expect.poll(inside, 'the focus stays inside').toBe(true);
    }
  }
}

/** From the beginning of the page to its end by Tab; the names of the stops. Each can be seen, and the end is reached. */
export async function walkWholePage(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    // Tab goes on from where the focus was, even if that is gone.
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    window.scrollTo(0, 0);
  });
  const stops: string[] = [];
  for (let step = 0; step < mostSteps * 2; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      return element && element !== document.body
        ? `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`
        : '';
    });
    if (!stop) return stops;
    await expectFocusSeen(page);
    stops.push(stop);
  }
  throw new Error(`Tab did not come to the end of the page: ${stops.slice(-5).join(', ')}`);
}
