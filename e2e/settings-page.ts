import type { Page } from '@playwright/test';

export const settings = '/profile/settings';

/** A section of the settings by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A message that has just come. */
export const toast = (page: Page, words: string) => page.getByText(words).first();
