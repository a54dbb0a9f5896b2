import type { UnsentWork } from '../runtime/local-data.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface SignOutDialogProps {
  unsent: UnsentWork;
  answer: (leave: boolean) => void;
}

const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** Before unsent work is thrown away: what it is, and the way back. */
export function SignOutDialog({ unsent: { notes, grades, drafts }, answer }: SignOutDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) answer(false);
      }}
      title="Some of your work has not been sent"
      description="Signing out removes everything of yours from this browser. This is only here, and would be lost:"
      footer={
        <>
          <Button look="danger" onClick={() => answer(true)}>
            Sign out and discard
          </Button>
          <Button onClick={() => answer(false)}>Stay</Button>
        </>
      }
    >
      <ul className="list-disc ps-5">
        {notes > 0 ? <li>Changes in {count(notes, 'note', 'notes')}</li> : null}
        {grades > 0 ? <li>{count(grades, 'graded cue', 'graded cues')}</li> : null}
        {drafts > 0 ? <li>{count(drafts, 'text that you began to write', 'texts that you began to write')}</li> : null}
      </ul>
    </Dialog>
  );
}
