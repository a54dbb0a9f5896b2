import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';

const redirectMilliseconds = 3000;

/** After a reset: says so, and goes on to the dashboard by itself. */
export function PasswordUpdated() {
  const navigate = useNavigate();
  useEffect(() => {
    // The form that had the focus is gone.
    document.querySelector<HTMLElement>('main h1')?.focus();
    const timer = setTimeout(() => void navigate({ to: '/dashboard' }), redirectMilliseconds);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Page
      title="Password Updated"
      width="form"
      lead="Your new password is set, and you are signed in. You will be taken to the dashboard in a moment."
    >
      <Button onClick={() => void navigate({ to: '/dashboard' })}>Go to Dashboard</Button>
    </Page>
  );
}
