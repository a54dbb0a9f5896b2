import { expect, it } from 'vitest';
import { accountOfGrant, capturedResetLink, captureResetLink, readResetLink } from './reset-link.ts';

it('tells a refused link from a missing one', () => {
  expect(readResetLink('', '#error=access_denied&error_code=otp_expired').kind).toBe('rejected');
  expect(readResetLink('?access_token=a', '').kind).toBe('missing');
  expect(readResetLink('', '').kind).toBe('missing');
});

it('reads tokens from the fragment or the query, and a code', () => {
  const grant = { accessToken: 'a', refreshToken: 'r' };
  expect(readResetLink('', '#access_token=a&refresh_token=r&type=recovery')).toEqual({ kind: 'grant', grant });
  expect(readResetLink('?access_token=a&refresh_token=r', '')).toEqual({ kind: 'grant', grant });
  expect(readResetLink('?code=c', '')).toEqual({ kind: 'grant', grant: { code: 'c' } });
});

it('takes the tokens out of the address at once', () => {
  window.history.replaceState(null, '', '/reset-password?x=1#access_token=a&refresh_token=r');
  captureResetLink();
  expect(window.location.href).toMatch(/\/reset-password$/);
  expect(capturedResetLink().kind).toBe('grant');
});

it('names the account of the token, and nothing when it cannot be read', () => {
  const token = `x.${btoa(JSON.stringify({ sub: 'u1', email: 'ada@example.org' })).replaceAll('=', '')}.y`;
  expect(accountOfGrant({ accessToken: token, refreshToken: 'r' })).toEqual({ id: 'u1', email: 'ada@example.org' });
  expect(accountOfGrant({ accessToken: 'nonsense', refreshToken: 'r' })).toEqual({});
  expect(accountOfGrant({ code: 'c' })).toEqual({});
});
