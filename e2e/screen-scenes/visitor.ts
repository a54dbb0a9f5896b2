import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { authModal, expect, testPassword } from '../fixtures.ts';
import { type Scene, seen } from './scene.ts';

const offerToInstall = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));

const refuseSignUp = async (page: Page) => {
  await page.getByLabel('Password', { exact: true }).fill('abcD');
  await page.getByRole('button', { name: 'Sign Up' }).click();
};

/** What somebody without an account sees: landing page, signing in, what any address leads to, and the app as something to install. */
export const visitorScenes: readonly Scene[] = [
  { name: 'landing', path: '/' },
  {
    name: 'landing-end',
    path: '/',
    act: (page) => page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })),
  },
  { name: 'sign-in', path: '/sign-in?next=%2Fimport', act: (page) => page.getByRole('dialog').waitFor() },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Invalid' })).toBeVisible();
    },
  },
  { name: 'sign-up', path: '/sign-up', act: (page) => page.getByRole('dialog').waitFor() },
  { name: 'sign-up-refused', path: '/sign-up', act: refuseSignUp },
  {
    name: 'sign-up-done',
    path: '/sign-up',
    act: async (page) => {
      await page.getByLabel('Full name').fill('Ada Example');
      await page.getByLabel('Email').fill(`ada-${randomUUID().slice(0, 8)}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill(testPassword);
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect(page.getByRole('dialog', { name: 'Account Created' })).toBeVisible();
    },
    after: async (page) => {
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
    },
  },
  { name: 'forgot-password', path: '/forgot-password', act: (page) => page.getByRole('dialog').waitFor() },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    act: async (page) => {
      await page.getByLabel('Email').fill(`somebody-${randomUUID().slice(0, 8)}@example.org`);
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
    },
  },
  { name: 'reset-password-broken', path: '/reset-password' },
  {
    name: 'reset-password',
    path: '/reset-password',
    act: async (page, { resetLink }) => {
      await page.goto('about:blank');
      await page.goto(await resetLink());
      await page.getByLabel('New password', { exact: true }).fill('abcD');
    },
    after: (page) => page.evaluate(() => localStorage.clear()),
  },
  {
    name: 'reset-password-done',
    path: '/reset-password',
    act: async (page, { resetLink }) => {
      await page.goto('about:blank');
      await page.goto(await resetLink());
      await page.route('**/auth/v1/user', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ json: { id: randomUUID() } }) : route.fallback(),
      );
      for (const field of ['New password', 'Confirm password'])
        await page.getByLabel(field, { exact: true }).fill('Another-Horse-8');
      await page.getByRole('button', { name: 'Update Password' }).click();
      await expect(page.getByRole('heading', { name: 'Password Updated' })).toBeVisible();
    },
    after: (page) => page.evaluate(() => localStorage.clear()),
  },
  { name: 'authentication-required', path: '/dashboard' },
  {
    name: 'authentication-required-closed',
    path: '/dashboard',
    act: async (page) => {
      const modal = authModal(page);
      await expect(modal).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(modal).toBeHidden();
    },
  },
  { name: 'not-found', path: '/nowhere' },
  { name: 'interest-screen', path: '/canvas' },
  {
    name: 'visitor-menu',
    path: '/community',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
    },
  },
  { name: 'mailbox-locked', path: '/test-email' },
  {
    name: 'mailbox-open',
    path: '/test-email',
    act: async (page, { mailboxUrl }) => {
      await page.goto(mailboxUrl);
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
      await expect(page.getByText('Links in this mail')).toBeVisible();
    },
  },
  { name: 'ai-usage', path: '/test-ai-usage' },
  { name: 'test-performance', path: '/test-performance' },
  { name: 'design', path: '/design' },
  {
    name: 'notifications',
    path: '/design',
    act: async (page) => {
      for (const kind of ['success', 'warning', 'error', 'with undo', 'with choices'])
        await page
          .getByRole('button', { name: `Show ${kind}`, exact: true })
          .first()
          .click();
      await seen('A new version is ready')(page);
    },
  },
  {
    name: 'notification-progress',
    path: '/design',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show progress', exact: true }).first().click();
      await seen('Fetching twelve articles')(page);
    },
  },
  {
    name: 'install-prompt',
    path: '/test-ai-usage',
    act: async (page) => {
      await offerToInstall(page);
      await expect(page.getByText('Install Cairn', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'install-on-ios',
    path: '/test-ai-usage',
    browser: 'iphone',
    act: (page) => expect(page.getByRole('dialog', { name: 'Install Cairn on this device' })).toBeVisible(),
  },
  {
    name: 'update-banner',
    path: '/test-ai-usage',
    browser: 'service-worker',
    act: async (page) => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await expect(async () => {
        await page.evaluate(() =>
          navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'UPDATE_AVAILABLE' } })),
        );
        await expect(page.getByText('Update available')).toBeVisible({ timeout: 500 });
      }).toPass();
    },
  },
];
