import { createHash, randomBytes, randomInt } from 'node:crypto';
import { pkcePrefix } from './domain/mail-link-type.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** GoTrue's first version: 12 characters, 62 bits. */
export const newRefreshToken = (): string =>
  Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** What a mailed link carries: 224 random bits, in the length of GoTrue's hashes. */
export const newLinkHash = (withPkce: boolean): string =>
  `${withPkce ? pkcePrefix : ''}${randomBytes(28).toString('hex')}`;

/**
 * The six digits that the same mail shows for typing. They follow from the link's hash, not the other way round:
 * whoever guesses digits has to ask us each time, and can never compute a link.
 */
export function codeOfLinkHash(linkHash: string): string {
  const digest = createHash('sha256').update(`cairn.code.${linkHash}`).digest();
  return String(digest.readBigUInt64BE() % 1_000_000n).padStart(6, '0');
}

export const hashOfAddress = (email: string): Buffer => createHash('sha256').update(email).digest();

export const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
