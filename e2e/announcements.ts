import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * What a screen reader would say of what changes by itself: the words of alerts as they come, and the words of other live regions
 * that were there, rendered, before their words were: a region that comes together with its words is not read by every reader.
 */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { announcements: said });
    const known = new WeakSet<Element>();
    const regions = '[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive]';
    const say = (region: Element) => {
      const alert = region.matches('[role=alert], [aria-live=assertive]');
      if ((!alert && !known.has(region)) || region.closest('[aria-hidden=true]')) return;
      const words = (region.textContent ?? '').replace(/\s+/g, ' ').trim();
      if (words && said.at(-1) !== words) said.push(words);
    };
    const remember = () => {
      for (const region of document.querySelectorAll(regions)) {
        if (region.checkVisibility()) known.add(region);
        else known.delete(region);
      }
    };
    new MutationObserver((changes) => {
      const touched = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const around = element?.closest(regions);
        if (around) touched.add(around);
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          if (node.matches(regions)) touched.add(node);
          for (const inside of node.querySelectorAll(regions)) touched.add(inside);
        }
      }
      for (const region of touched) say(region);
      requestAnimationFrame(remember);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** These words have been said. */
export async function expectAnnounced(page: Page, words: string | RegExp): Promise<void> {
  const matching = () =>
    page.evaluate(() => (window as unknown as { announcements: string[] }).announcements.join('\n'));
  await expect.poll(matching, 'what was announced').toMatch(words instanceof RegExp ? words : literally(words));
}

const literally = (words: string) => new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
