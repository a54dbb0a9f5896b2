import { expect, type Page } from '@playwright/test';

/** The worker is there, answers for this page, and has kept what the page needed. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const cache = await caches.open('cairn-assets');
        const kept = new Set((await cache.keys()).map(({ url }) => url));
        return performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => /\/assets\/.*\.(js|css)$/.test(name) && !kept.has(name));
      }),
    )
    .toEqual([]);
}

/** What has been read is written down a moment later. */
export async function keptAnswers(page: Page, kind: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        (wanted) =>
          new Promise<boolean>((resolve) => {
            const opening = indexedDB.open('cairn-queries');
            opening.onupgradeneeded = () => opening.transaction?.abort();
            opening.onerror = () => resolve(false);
            opening.onsuccess = () => {
              const all = opening.result.transaction('answers').objectStore('answers').getAllKeys();
              all.onsuccess = () => {
                opening.result.close();
                resolve(all.result.some((key) => String(key).includes(wanted)));
              };
            };
          }),
        kind,
      ),
    )
    .toBe(true);
}
