import { validationFailed } from './auth-error.ts';

export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** Null when the request is not PKCE. The challenge and its method come together or not at all. */
export function parseCodeChallenge(challenge: string | undefined, method: string | undefined): CodeChallenge | null {
  if (!challenge && !method) return null;
  if (!challenge || !method) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  const normalized = method.toLowerCase();
  if (normalized !== 's256' && normalized !== 'plain') throw validationFailed('Invalid code_challenge_method');
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  return { challenge, method: normalized };
}
