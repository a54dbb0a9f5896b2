import { useEffect, useRef } from 'react';
import { openAuthModal } from '../../runtime/auth-modal.ts';
import { useSession } from '../../runtime/session.ts';
import { useDocumentTitle } from '../../ui/page.tsx';
import { type LandingSession, wireLanding } from './landing-behaviour.ts';
import { LandingPage } from './landing-page.tsx';

interface LandingScreenProps {
  navigate: (path: string) => void;
}

const sessions: Record<ReturnType<typeof useSession>['status'], LandingSession> = {
  initializing: 'unknown',
  authenticated: 'in',
  unauthenticated: 'out',
  error: 'out',
  session_expired: 'out',
};

/** The page that the server sends, for those who come to it from inside the app. */
export function LandingScreen({ navigate }: LandingScreenProps) {
  const { status } = useSession();
  const page = useRef<HTMLDivElement>(null);
  const go = useRef(navigate);
  go.current = navigate;
  useDocumentTitle(undefined);
  useEffect(() => {
    if (!page.current) return;
    return wireLanding(page.current, {
      openAuth: (view) => openAuthModal(view, { next: '/dashboard' }),
      prepare: () => {},
      navigate: (path) => go.current(path),
    });
  }, []);
  const phone = matchMedia('(max-width: 767px)').matches;
  return <LandingPage ref={page} variant={phone ? 'mobile' : 'desktop'} session={sessions[status]} />;
}
