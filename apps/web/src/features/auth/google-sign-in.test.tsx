import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type AuthOutcome, signInWithGoogle } from '../../data/auth.ts';
import { GoogleSignIn } from './google-sign-in.tsx';

vi.mock('../../data/auth.ts', () => ({ googleSignInOffered: async () => true, signInWithGoogle: vi.fn() }));
afterEach(cleanup);

const button = () => screen.getByRole('button', { name: 'Continue with Google' });
const isBusy = () => button().getAttribute('aria-disabled') === 'true';

it('stays busy when it succeeds: the browser is on its way', async () => {
  const outcome = Promise.resolve<AuthOutcome>({});
  vi.mocked(signInWithGoogle).mockReturnValue(outcome);
  render(<GoogleSignIn />);
  fireEvent.click(button());
  await outcome;
  await waitFor(() => expect(isBusy()).toBe(true));
  expect(screen.queryByRole('alert')?.textContent).toBe('');
});

it('stops being busy when it fails, and says why', async () => {
  vi.mocked(signInWithGoogle).mockResolvedValue({ failure: { message: 'Bad Request', status: 400, code: '' } });
  render(<GoogleSignIn />);
  fireEvent.click(button());
  await screen.findByText('Invalid login attempt. Please check your email and password format.');
  expect(isBusy()).toBe(false);

  vi.mocked(signInWithGoogle).mockRejectedValue(new Error('The client could not be loaded.'));
  fireEvent.click(button());
  await screen.findByText('An unexpected error occurred. Please try again.');
  expect(isBusy()).toBe(false);
});
