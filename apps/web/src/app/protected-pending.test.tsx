import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuthState, SignedInUser } from '../runtime/session/auth-machine.ts';
import { initializing, unauthenticated } from '../runtime/session/auth-machine.ts';
import { ProtectedPending } from './protected-pending.tsx';

const session = vi.hoisted(() => ({ now: undefined as unknown }));
vi.mock('../runtime/session.ts', () => ({ useSession: () => session.now }));
afterEach(cleanup);

const ada: SignedInUser = {
  id: '6a0e5b5e-0000-4000-8000-000000000001',
  email: 'ada@example.org',
  fullName: 'Ada',
  assurance: 'aal1',
  nextAssurance: 'aal1',
};
const words = (state: AuthState): string => {
  session.now = state;
  render(<ProtectedPending />);
  return screen.getByRole('status').textContent ?? '';
};

describe('a protected route that is not there yet', () => {
  it('initializing: the verifying overlay, and nothing in the shape of what is behind it', () => {
    expect(words(initializing)).toBe('Verifying your account...');
    expect(document.querySelector('[data-verifying-session]')).not.toBeNull();
  });

  it.each<AuthState>([
    { status: 'authenticated', user: ada, problem: null },
    { status: 'session_expired', user: null, problem: 'No active session' },
    unauthenticated,
  ])('anything else: the loading screen, here $status', (state) => {
    expect(words(state)).toBe('Loading your content...');
    expect(document.querySelector('[data-verifying-session]')).toBeNull();
  });
});
