import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, restOf } from './fixtures.ts';

/** All findings of a walk are told at once. */
const note = expect.configure({ soft: true, timeout: 3000 });

export const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
] as const;

/** A common window, which magnified leaves the page a fraction of itself, in as many finer points. */
const desktop = { width: 1280, height: 1024 };
const others = [
  { zoom: 1, width: 2560, height: 1440 },
  { zoom: 2, width: 640, height: 512 },
  { zoom: 4, width: 320, height: 256 },
] as const;

export interface Look {
  /** What is looked at; without it the whole page. For what lies above a page that is looked at elsewhere. */
  within?: string;
  sizes?: readonly { width: number; height: number }[];
}

/**
 * Axe finds nothing in both themes and three sizes; nothing scrolls sideways from 320 to 2560 px, at 200 % and at 400 %; and words
 * of twice the size are not cut off. Size and theme change in place, as a window does: loading the page for each would take minutes.
 */
export async function expectEveryLook(page: Page, screen: string, look: Look = {}): Promise<void> {
  const before = page.viewportSize() ?? sizes[0];
  for (const size of look.sizes ?? sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      // Nothing but colours depends on the theme.
      const found = await findings(page, look.within, colorScheme === 'light' ? 'everything' : 'colours');
      note(found, `${screen} at ${size.width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  const window = await page.context().newCDPSession(page);
  for (const { zoom, ...size } of others) {
    await window.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: zoom, mobile: false });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width);
    await note
      .poll(() => widerThanThePage(page), { message: `${screen} at ${zoom * 100} %, ${size.width} px` })
      .toEqual([]);
  }
  // As set in the browser: what is measured in letters changes with it, the widths at which the layout changes too.
  await window.send('Emulation.setDeviceMetricsOverride', { ...desktop, deviceScaleFactor: 1, mobile: false });
  await window.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  await note
    .poll(async () => [...(await widerThanThePage(page)), ...(await cutOffWords(page))], {
      message: `${screen} with words of twice the size`,
    })
    .toEqual([]);
  await window.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await window.detach();
  await page.setViewportSize(before);
}

/** What axe finds once everything has come to rest: what fades has not yet the contrast that it is going to have. */
async function findings(page: Page, within: string | undefined, about: 'everything' | 'colours'): Promise<string[]> {
  await restOf(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ within, about }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(within ? { include: within } : document, {
        // Frames and the sources of style sheets are not looked at: the wait for them is longer than all the rest.
        iframes: false,
        preload: false,
        resultTypes: ['violations'],
        ...(about === 'colours'
          ? { runOnly: ['color-contrast', 'link-in-text-block'] }
          : { rules: { 'target-size': { enabled: true } } }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id} ${html}: ${failureSummary}`),
      );
    },
    { within, about },
  );
}

/** What makes the page scroll sideways. */
const widerThanThePage = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const outside = (part: Element) => part.getBoundingClientRect().right > clientWidth + 1;
        return outside(element) && ![...element.children].some(outside);
      })
      .slice(0, 12)
      .map((element) => `${element.tagName} ${element.className} makes it ${scrollWidth} px wide`);
  });

/** Words that stand in a box that is too small for them and hides the rest. An ellipsis says that there is more. */
const cutOffWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const words = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
        );
        // One pixel: for screen readers only.
        if (!words || element.clientHeight <= 1 || !element.checkVisibility()) return false;
        const { overflowX, overflowY, textOverflow, webkitLineClamp, fontSize } = getComputedStyle(element);
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        // A tight line lets its letters reach over it a little.
        const hidden = element.scrollHeight - element.clientHeight > Number.parseFloat(fontSize) / 3;
        const below = hides(overflowY) && hidden && webkitLineClamp === 'none';
        const beside = hides(overflowX) && element.scrollWidth > element.clientWidth + 1 && textOverflow !== 'ellipsis';
        return below || beside;
      })
      .map((element) => `${element.tagName} ${element.className} cuts off “${element.textContent?.slice(0, 40)}”`),
  );
