import { describe, expect, it } from 'vitest';
import { resetRequestMessage, signInMessage, signUpMessage } from './auth-messages.ts';

const failure = (message: string, status = 400, code = '') => ({ message, status, code });

describe('sign-in', () => {
  it.each([
    ['Invalid login credentials', 'Invalid email or password. Please check your credentials and try again.'],
    ['INVALID CREDENTIALS given', 'Invalid email or password. Please check your credentials and try again.'],
    ['Invalid password', 'Invalid email or password. Please check your credentials and try again.'],
    ['Email not confirmed', 'Please check your email and click the confirmation link before signing in.'],
    ['User not found', 'No account found with this email address. Please sign up first.'],
    ['Too many requests', 'Too many login attempts. Please wait a few minutes before trying again.'],
    ['Bad request', 'Invalid login attempt. Please check your email and password format.'],
    ['Signups are paused', 'Signups are paused'],
  ])('%s', (received, shown) => {
    expect(signInMessage(failure(received)).text).toBe(shown);
  });

  it('goes by the code and the status where the words differ', () => {
    expect(signInMessage(failure('Request rate limit reached', 429)).text).toMatch(/^Too many login attempts/);
    expect(signInMessage(failure('?', 400, 'over_request_rate_limit')).text).toMatch(/^Too many login attempts/);
    expect(signInMessage(failure('?', 400, 'invalid_credentials')).hints).toHaveLength(3);
    expect(signInMessage(failure('?', 400, 'validation_failed')).text).toMatch(/^Invalid login attempt/);
  });

  it('is not silent about a failure without words', () => {
    for (const say of [signInMessage, signUpMessage]) {
      expect(say(failure('', 500)).text).toBe('An unexpected error occurred. Please try again.');
    }
  });

  it('tells a missing network from an answer', () => {
    expect(signInMessage(failure('Failed to fetch', 0)).text).toBe('Network error occurred during sign in');
    expect(signUpMessage(failure('Failed to fetch', 0)).text).toBe('Network error occurred during sign up');
  });
});

const noMail =
  'Email service is temporarily unavailable. Please try again later or contact support if the issue persists.';

describe('reset request', () => {
  it.each([
    [failure('Error sending recovery email', 500), noMail],
    [failure('smtp down', 500), noMail],
    [failure('oops', 500), 'Server error occurred. Please try again or contact support if the issue persists.'],
    [
      failure('email rate limit exceeded', 429),
      'Too many reset attempts. Please wait a few minutes before trying again.',
    ],
    [failure('Failed to fetch', 0), 'Network error occurred while sending reset email'],
    [failure('Unable to validate email address'), 'Unable to validate email address'],
    [failure(''), 'Failed to send reset email. Please try again.'],
  ])('%o', (received, shown) => {
    expect(resetRequestMessage(received)).toBe(shown);
  });
});
