import { describe, expect, it } from 'vitest';
import { readRefusal } from './auth-service.ts';
import { readReturnedTokens } from './return-tokens.ts';

describe('an answer to a renewal', () => {
  it.each([
    [400, { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' }],
    [400, { code: 400, error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' }],
    [400, { error: 'invalid_grant', error_description: 'gone' }],
    [403, { code: 'user_banned', message: 'User is banned' }],
  ])('%i %o ends the session', (status, body) => {
    expect(readRefusal(status, body).kind).toBe('refused');
  });

  it.each([
    [429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }],
    [409, { code: 'conflict', message: 'Too many concurrent requests' }],
    [500, { code: 'unexpected_failure', message: 'oops' }],
    [503, undefined],
    [404, undefined],
    [401, { message: 'Invalid API key' }],
    [500, { code: 'refresh_token_not_found', message: 'said by a broken server' }],
  ])('%i %o does not', (status, body) => {
    expect(readRefusal(status, body).kind).toBe('unavailable');
  });
});

describe('what comes back in the address', () => {
  const whole = '#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer';

  it('is a session when all four parts are there', () => {
    expect(readReturnedTokens(whole)).toEqual({ kind: 'tokens', accessToken: 'a.b.c', refreshToken: 'r' });
  });

  it.each(['access_token', 'expires_in', 'refresh_token', 'token_type'])('is none without %s', (name) => {
    const hash = whole.replace(new RegExp(`${name}=[^&]*`), '');
    expect(readReturnedTokens(hash)).toEqual({ kind: 'failed', message: 'No session defined in URL' });
  });

  it('is the service’s own words when it refused, and nothing for any other fragment', () => {
    expect(readReturnedTokens('#error=access_denied&error_description=User+is+banned')).toEqual({
      kind: 'failed',
      message: 'User is banned',
    });
    expect(readReturnedTokens('#usage')).toEqual({ kind: 'none' });
  });
});
