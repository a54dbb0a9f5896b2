import { accountDeletionGraceDays } from '@cairn/contracts/account';
import { type FormEvent, useId, useRef, useState } from 'react';
import { requestDeletion } from '../../data/account.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface DeleteDialogProps {
  email: string;
  onClose: () => void;
  /** ISO 8601: when it will be gone. */
  onRequested: (dueAt: string) => void;
}

/** The one thing that is asked twice: the address of the account is typed. */
export function DeleteDialog({ email, onClose, onRequested }: DeleteDialogProps) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      onRequested((await requestDeletion(typed.trim())).dueAt);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong. Please try again.');
      setBusy(false);
      field.current?.focus();
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title="Delete your account"
      initialFocus={field}
      footer={
        <>
          <Button look="plain" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button look="danger" type="submit" form={formId} busy={busy}>
            {busy ? 'Asking…' : `Delete in ${accountDeletionGraceDays} days`}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-14">
          {`All notes, articles, highlights, reviews and files of this account will be gone ${accountDeletionGraceDays} days from now, for good. We send you a mail about it, and you can take it back until then.`}
        </p>
        <TextField
          ref={field}
          label="Type your e-mail address to confirm"
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={email}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
