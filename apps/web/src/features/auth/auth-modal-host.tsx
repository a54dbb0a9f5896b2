import { lazy, Suspense } from 'react';
import { useAuthModal } from '../../runtime/auth-modal.ts';

/** Fetched ahead where somebody is about to open it. */
export const loadAuthModal = () => import('./auth-modal.tsx');
const AuthModal = lazy(async () => ({ default: (await loadAuthModal()).AuthModal }));

interface AuthModalHostProps {
  /** Leads a person on after they have signed in. */
  navigate: (path: string) => void;
}

/** Where the modal stands. Its code comes with the first opening and stays: closing is animated. */
export function AuthModalHost({ navigate }: AuthModalHostProps) {
  const modal = useAuthModal();
  if (modal.opening === 0) return null;
  return (
    <Suspense fallback={null}>
      <AuthModal {...modal} navigate={navigate} />
    </Suspense>
  );
}
