import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretStore } from '../../platform/keys/secret-store.ts';

/** Whoever holds it sees all mail. Kept, so that a link printed at an earlier start still opens the mailbox. */
export async function loadMailboxKey(secrets: SecretStore): Promise<string> {
  return String(await secrets.getOrCreate('mailbox_key', async () => randomBytes(24).toString('base64url')));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export const isMailboxKey = (key: string, offered: string): boolean => timingSafeEqual(digest(key), digest(offered));
