import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';

interface AccountCreatedProps {
  email: string;
  /** Where the person was going when they were asked to sign in. */
  next: string | undefined;
  needsConfirmation: boolean;
}

/** Stays until the person moves on. */
export function AccountCreated({ email, next, needsConfirmation }: AccountCreatedProps) {
  const body = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone: bring the focus to the heading that replaced it.
  useEffect(() => body.current?.closest('main')?.querySelector('h1')?.focus(), []);
  return (
    <Page title="Account Created" width="form">
      <div ref={body} className="grid gap-6">
        {needsConfirmation ? (
          <p>
            We have sent a link to <strong>{email}</strong>. Please check your email and click the confirmation link
            before signing in.
          </p>
        ) : (
          <p>
            You are signed in as <strong>{email}</strong>. Bring in a first article, and Cairn keeps its text, finds it
            again and answers from it.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {needsConfirmation ? (
            <Link to="/sign-in" search={next ? { next } : {}} className={buttonClass('primary')}>
              Sign In
            </Link>
          ) : (
            <>
              <Link to={next ?? '/import'} className={buttonClass('primary')}>
                {next ? 'Continue' : 'Import your first article'}
              </Link>
              {next ? null : (
                <Link to="/pkm-hub" className={buttonClass('quiet')}>
                  Go to PKM Hub
                </Link>
              )}
            </>
          )}
        </div>
      </div>
    </Page>
  );
}
