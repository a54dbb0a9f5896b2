import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { authModalNow, closeAuthModal, openAuthModal } from '../../runtime/auth-modal.ts';
import { AuthModalHost, loadAuthModal } from './auth-modal-host.tsx';
import { AuthNotice } from './auth-notice.tsx';

const settings = vi.fn(async () => Response.json({ external: { google: false } }));
// Fetched on the first opening: here before, so that no test waits for it.
beforeAll(async () => void (await loadAuthModal()), 60_000);
beforeEach(() => {
  vi.stubGlobal('fetch', settings);
  const config = document.createElement('script');
  config.type = 'application/json';
  config.id = 'cairn-config';
  config.textContent = JSON.stringify({ supabaseUrl: '', anonKey: 'k'.repeat(120), services: [], functions: [] });
  document.head.append(config);
});
afterEach(() => {
  closeAuthModal();
  cleanup();
  document.getElementById('cairn-config')?.remove();
  vi.unstubAllGlobals();
});

it('says that Google is not configured when the auth service says so', async () => {
  render(<AuthModalHost navigate={() => {}} />);
  openAuthModal('signin');
  await screen.findByText('Google sign-in is not configured on this server.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with Google' }).disabled).toBe(true);
});

it('drops what was typed and goes back to its first view when it is closed', async () => {
  render(<AuthModalHost navigate={() => {}} />);
  openAuthModal('signin', { next: '/import' });
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ada@example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Forgot Password' }));
  await screen.findByRole('dialog', { name: 'Forgot password' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  openAuthModal('signin');
  await screen.findByRole('dialog', { name: 'Sign in' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  expect(authModalNow().next).toBeUndefined();
});

it('does not change under somebody who is typing', () => {
  openAuthModal('signup');
  openAuthModal('signin');
  expect(authModalNow().view).toBe('signup');
});

it('shows good news as such', () => {
  const { rerender, container } = render(<AuthNotice message={{ text: '✓ Sent' }} />);
  expect(container.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('success');
  rerender(<AuthNotice message={{ text: 'Failed' }} />);
  expect(container.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('danger');
});
