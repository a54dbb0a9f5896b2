import { Check, CloudOff, HardDrive, RefreshCw, TriangleAlert } from 'lucide-react';
import type { NoteSession, SaveState } from '../../data/note-sync/note-session.ts';
import { Button } from '../../ui/button.tsx';
import { useCalmSaveState } from './use-calm-save-state.ts';

const words = {
  saved: { label: 'Saved', icon: Check },
  saving: { label: 'Saving…', icon: RefreshCw },
  device: { label: 'Saved on this device', icon: HardDrive },
  offline: { label: 'Offline, will sync', icon: CloudOff },
} as const;

const reasons: Record<Extract<SaveState, { kind: 'problem' }>['failure'], string> = {
  offline: 'The server cannot be reached.',
  passing: 'The server does not answer as it should.',
  'signed-out': 'Your session is over. Sign in again to send your changes.',
  gone: 'This note was deleted elsewhere.',
  refused: 'The server refused the last change.',
  'not-taken': 'The server could not take the last changes. The note may have become too large.',
};

/** Where the text is now. Only what a person should know is announced: trouble, and its end. */
export function SaveStatus({ session }: { session: NoteSession }) {
  const save = useCalmSaveState(session);
  if (save.kind === 'problem') {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-13 text-danger">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        <span>Not on the server. {reasons[save.failure]} Your text is safe on this device.</span>
        <Button look="quiet" onClick={() => void session.flush()}>
          Try again
        </Button>
      </div>
    );
  }
  const { label, icon: Icon } = words[save.kind];
  return (
    <p
      data-save-state={save.kind}
      aria-live={save.kind === 'offline' ? 'polite' : 'off'}
      className="flex items-center gap-1.5 text-13 text-ink-muted"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
    </p>
  );
}
