import { useEffect, useState } from 'react';
import { googleSignInOffered, signInWithGoogle } from '../../data/auth.ts';
import { Button } from '../../ui/button.tsx';
import { type AuthMessage, signInMessage, unexpectedMessage } from './auth-messages.ts';
import { AuthNotice } from './auth-notice.tsx';

/** `unknown` while nobody has answered: the button can be tried, and says what came of it. */
type Offered = 'unknown' | 'yes' | 'no';

export function GoogleSignIn() {
  const [offered, setOffered] = useState<Offered>('unknown');
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<AuthMessage>();

  useEffect(() => {
    let here = true;
    void googleSignInOffered()
      .then((yes) => {
        if (here) setOffered(yes ? 'yes' : 'no');
      })
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, []);

  const start = async () => {
    setBusy(true);
    setMessage(undefined);
    try {
      const { failure } = await signInWithGoogle();
      // On success the browser is on its way: the button stays busy until it is gone.
      if (!failure) return;
      setMessage(signInMessage(failure));
    } catch {
      setMessage({ text: unexpectedMessage });
    }
    setBusy(false);
  };

  return (
    <div className="grid gap-3">
      <div aria-hidden="true" className="flex items-center gap-3 text-13 text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <AuthNotice message={message} />
      <Button
        look="quiet"
        busy={busy}
        disabled={offered === 'no'}
        aria-describedby={offered === 'no' ? 'google-not-configured' : undefined}
        onClick={() => void start()}
      >
        <GoogleMark />
        Continue with Google
      </Button>
      {/* Its line is kept for it: the dialog must not grow under the hand of whoever is about to press something. */}
      <p id="google-not-configured" className="-mb-2 min-h-5 text-13 text-ink-muted">
        {offered === 'no' ? 'Google sign-in is not configured on this server.' : null}
      </p>
    </div>
  );
}

/** One colour, as everything else. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="size-4">
      <path d="M12.2 10.3v3.600h5.100c-.5 2.400-2.500 3.800-5.100 3.800a5.700 5.700 0 1 1 0-11.400c1.400 0 2.700.5 3.700 1.400l2.700-2.700A9.500 9.500 0 0 0 12.200 2.500a9.500 9.500 0 1 0 0 19c5.500 0 9.300-3.900 9.300-9.300 0-.7-.1-1.300-.2-1.900Z" />
    </svg>
  );
}
