import { useRouter } from '@tanstack/react-router';
import { AuthModalHost } from '../features/auth/auth-modal-host.tsx';

/** The sign-in modal over whatever screen is shown. */
export function AuthModal() {
  const router = useRouter();
  return <AuthModalHost navigate={(path) => router.history.push(path)} />;
}
