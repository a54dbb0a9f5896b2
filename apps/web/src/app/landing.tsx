import { useRouter } from '@tanstack/react-router';
import { LandingScreen } from '../features/landing/landing-screen.tsx';

export function Landing() {
  const router = useRouter();
  return <LandingScreen navigate={(path) => router.history.push(path)} />;
}
