import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AuthModalHost, loadAuthModal } from './features/auth/auth-modal-host.tsx';
import { type AuthModalView, openAuthModal } from './runtime/auth-modal.ts';
import { followOtherTabs, startSession, subscribeSession } from './runtime/session.ts';

// This module is loaded at the first sign of intent: what comes next comes along.
void loadAuthModal().catch(() => undefined);

let mounted = false;

/** The modal over the prerendered page, without the rest of the app. Whoever is signed in goes on to it. */
export function openLandingAuth(view: AuthModalView, onSessionChange: () => void): void {
  if (!mounted) {
    mounted = true;
    const container = document.createElement('div');
    document.body.append(container);
    createRoot(container).render(
      <StrictMode>
        <AuthModalHost navigate={(path) => window.location.assign(path)} />
      </StrictMode>,
    );
    subscribeSession(onSessionChange);
    followOtherTabs();
    void startSession();
  }
  openAuthModal(view, { next: '/dashboard' });
}
