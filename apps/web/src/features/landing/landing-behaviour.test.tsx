import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LandingSession, showSession, wireLanding } from './landing-behaviour.ts';
import { LandingPage } from './landing-page.tsx';

const openAuth = vi.fn();
const prepare = vi.fn();
const navigate = vi.fn();
let unwire = () => {};

function open(session: LandingSession): HTMLElement {
  const { container } = render(<LandingPage variant="desktop" session={session} />);
  const page = container.querySelector<HTMLElement>('[data-landing]');
  if (!page) throw new Error('no page');
  unwire = wireLanding(page, { openAuth, prepare, navigate });
  return page;
}
const main = () => within(screen.getByRole('main'));

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  unwire();
  cleanup();
});

it('opens the sign-up and sign-in dialogs for somebody who is not signed in', () => {
  open('out');
  fireEvent.click(main().getByText('Get Started'));
  fireEvent.click(main().getByText('Sign In'));
  expect(openAuth.mock.calls).toEqual([['signup'], ['signin']]);
  expect(navigate).not.toHaveBeenCalled();
});

it('leads somebody signed in to the dashboard, and opens nothing', () => {
  open('in');
  fireEvent.click(main().getByText('Get Started'));
  expect(openAuth).not.toHaveBeenCalled();
  expect(navigate).toHaveBeenCalledWith('/dashboard');
});

it('leaves clicks for a new tab to the browser', () => {
  open('out');
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  main().getByText('Get Started').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(openAuth).not.toHaveBeenCalled();
});

it('prepares at the first sign of intent on an action, once, and not elsewhere', () => {
  open('out');
  fireEvent.pointerOver(screen.getByText('Community'));
  expect(prepare).not.toHaveBeenCalled();
  fireEvent.pointerOver(main().getByText('Get Started'));
  fireEvent.focusIn(main().getByText('Sign In'));
  expect(prepare).toHaveBeenCalledTimes(1);
});

it('tells the page who is there by its attributes alone', () => {
  const page = open('unknown');
  const links = () =>
    [...page.querySelectorAll('[data-action="get-started"]')].map((link) => link.getAttribute('href'));
  expect(new Set(links())).toEqual(new Set(['/sign-up']));
  const before = page.querySelectorAll('*').length;
  showSession(page, 'in');
  expect(page.dataset.session).toBe('in');
  expect(links().every((href) => href?.endsWith('/dashboard'))).toBe(true);
  expect(page.querySelectorAll('*').length).toBe(before);
});
