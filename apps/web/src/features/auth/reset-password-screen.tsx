import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { acceptResetGrant, type ResetGrant } from '../../data/auth.ts';
import { accountOfGrant, capturedResetLink } from '../../data/reset-link.ts';
import { listenForChanges, startSession, useSession } from '../../runtime/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { Page } from '../../ui/page.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { invalidResetLinkMessage, missingResetTokensMessage } from './auth-messages.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { PasswordUpdated } from './password-updated.tsx';

type Step =
  | { name: 'checking' }
  | { name: 'confirm'; grant: ResetGrant }
  | { name: 'broken'; message: string }
  | { name: 'ready' }
  | { name: 'updated' };

/** Accepts each link once, also when React mounts the screen twice. */
const accepted = new WeakMap<ResetGrant, ReturnType<typeof acceptResetGrant>>();

export function ResetPasswordScreen() {
  const session = useSession();
  const [step, setStep] = useState<Step>({ name: 'checking' });
  const link = capturedResetLink();
  const account = link.kind === 'grant' ? accountOfGrant(link.grant) : {};

  const accept = async (grant: ResetGrant) => {
    setStep({ name: 'checking' });
    try {
      await listenForChanges();
      const outcome = accepted.get(grant) ?? acceptResetGrant(grant);
      accepted.set(grant, outcome);
      const { failure } = await outcome;
      setStep(failure ? { name: 'broken', message: invalidResetLinkMessage } : { name: 'ready' });
    } catch {
      setStep({ name: 'broken', message: invalidResetLinkMessage });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is read once, when the screen opens
  useEffect(() => {
    if (link.kind === 'missing') setStep({ name: 'broken', message: missingResetTokensMessage });
    else if (link.kind === 'rejected') setStep({ name: 'broken', message: invalidResetLinkMessage });
    else
      void startSession().then(() =>
        accepted.has(link.grant) ? accept(link.grant) : setStep({ name: 'confirm', grant: link.grant }),
      );
  }, []);

  const otherAccount = session.status === 'authenticated' && session.user.id !== account.id ? session.user.email : null;
  const asking = step.name === 'confirm' ? step.grant : undefined;
  // Nobody else's session is at stake: no question to ask.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the question turns out to be needless
  useEffect(() => {
    if (asking && !otherAccount) void accept(asking);
  }, [asking, otherAccount]);

  if (step.name === 'updated') return <PasswordUpdated />;

  return (
    <Page title="Reset password" width="form" lead={account.email ? <>For the account {account.email}</> : undefined}>
      <div className="grid gap-6">
        {step.name === 'checking' || (asking && !otherAccount) ? (
          <SkeletonText label="Verifying your account..." />
        ) : null}
        {asking && otherAccount ? (
          <Banner
            tone="warning"
            title="You are signed in with another account"
            action={
              <Button onClick={() => void accept(asking)}>Continue with {account.email ?? 'the link’s account'}</Button>
            }
          >
            This browser is signed in as {otherAccount}. Going on signs that account out here.
          </Banner>
        ) : null}
        <div role="alert" className="empty:hidden">
          {step.name === 'broken' ? (
            <Banner tone="danger">
              <p>{step.message}</p>
              <Link to="/forgot-password" className={textLinkClass}>
                Request a new link
              </Link>
            </Banner>
          ) : null}
        </div>
        {step.name === 'ready' ? (
          <NewPasswordForm email={account.email ?? ''} onUpdated={() => setStep({ name: 'updated' })} />
        ) : null}
        <p className="text-14">
          <Link to="/" className={textLinkClass}>
            Back to Home
          </Link>
        </p>
      </div>
    </Page>
  );
}
