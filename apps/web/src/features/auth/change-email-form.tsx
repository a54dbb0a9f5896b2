import { useQuery } from '@tanstack/react-query';
import { changeEmail, mailConfirmsAddresses } from '../../data/auth.ts';
import { useDraft } from '../../runtime/drafts.ts';
import { listenForChanges } from '../../runtime/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/notifications.ts';
import { useAuthForm } from './auth-form.ts';
import { accountChangeMessage } from './auth-messages.ts';
import { AuthNotice } from './auth-notice.tsx';
import { emailProblem } from './email-address.ts';

interface ChangeEmailFormProps {
  /** As it is now. */
  email: string;
  /** Asked for before, and not confirmed yet. */
  pendingEmail: string | null;
  /** The account is to be read anew. */
  onChanged: () => void;
}

/** Another address for the account, with what happens next said before and after. */
export function ChangeEmailForm({ email, pendingEmail, onChanged }: ChangeEmailFormProps) {
  const [typed, setTyped] = useDraft('change-email');
  const confirmed = useQuery({
    queryKey: ['auth-settings', 'mail'],
    queryFn: mailConfirmsAddresses,
    staleTime: Infinity,
  });
  const wanted = typed.trim();

  const form = useAuthForm<'email'>(
    () => {
      const problem =
        wanted.toLowerCase() === email.toLowerCase() ? 'This is the address you have now.' : emailProblem(typed);
      return problem ? { email: problem } : {};
    },
    async () => {
      await listenForChanges();
      const { failure, needsConfirmation } = await changeEmail(wanted);
      if (failure?.code === 'email_exists') return { text: 'Another account has this address.' };
      if (failure?.status === 429) {
        return { text: 'A mail was sent a moment ago. Please wait a minute before asking for another one.' };
      }
      if (failure && failure.status >= 500) {
        return { text: 'The mail could not be sent. Your address is unchanged; please try again later.' };
      }
      if (failure) return accountChangeMessage(failure);
      setTyped('');
      onChanged();
      if (!needsConfirmation) notify({ type: 'success', message: `Your e-mail address is ${wanted} from now on.` });
      return undefined;
    },
  );

  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid max-w-md gap-4">
      <p className="text-14 wrap-anywhere">
        Your address is <strong className="font-semibold">{email}</strong>.
      </p>
      <div role="status" className="empty:sr-only">
        {pendingEmail ? (
          <Banner tone="info" title="Confirm the change in your mail">
            <span className="wrap-anywhere">
              We have sent a link to {email} and one to {pendingEmail}. Open both within an hour; until then your
              address stays as it is.
            </span>
          </Banner>
        ) : null}
      </div>
      <AuthNotice message={form.message} />
      <TextField
        label="New e-mail address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={typed}
        error={form.errors.email}
        hint={
          confirmed.data === undefined
            ? undefined
            : confirmed.data
              ? 'We send a link to both addresses. The change takes effect when both have been opened.'
              : 'The change takes effect at once: sign in with the new address from then on.'
        }
        onChange={(event) => setTyped(event.target.value)}
      />
      <div>
        <Button type="submit" look="quiet" busy={form.busy}>
          {form.busy ? 'Changing…' : 'Change e-mail address'}
        </Button>
      </div>
    </form>
  );
}
