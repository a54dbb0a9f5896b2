import { openAuthModal } from '../../runtime/auth-modal.ts';

/** Asks an anonymous visitor to sign in, and leads to the address afterwards. */
export function useAskToSignIn(): (next: string) => void {
  return (next) => openAuthModal('signin', { next });
}
