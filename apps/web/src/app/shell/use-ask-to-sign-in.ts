import { useNavigate } from '@tanstack/react-router';

/** Asks an anonymous visitor to sign in, and leads to the address afterwards. */
export function useAskToSignIn(): (next: string) => void {
  const navigate = useNavigate();
  return (next) => void navigate({ to: '/sign-in', search: { next } });
}
