import { useRouter } from '@tanstack/react-router';
import { Check, Copy, NotebookPen } from 'lucide-react';
import { useContext, useRef, useState } from 'react';
import { ApiError } from '../../data/request.ts';
import { Button } from '../../ui/button.tsx';
import { useNotifications } from '../../ui/notification-provider.tsx';
import { answerAsMarkdown } from './answer-markdown.ts';
import type { Answer } from './answer-state.ts';
import type { AskAbout } from './answer-thread.ts';
import { OpenPlaceContext } from './place-link.tsx';
import { saveAnswer } from './save-answer.ts';

interface AnswerActionsProps {
  answer: Answer;
  about: AskAbout | undefined;
  onSaved: (id: string, noteId: string) => void;
}

/** What can be done with an answer that has been given. */
export function AnswerActions({ answer, about, onSaved }: AnswerActionsProps) {
  const router = useRouter();
  const notifications = useNotifications();
  const [saving, setSaving] = useState(false);
  // A second press comes before the first one has been drawn.
  const underWay = useRef(new Set<string>());
  const leave = useContext(OpenPlaceContext);
  const open = (noteId: string) => {
    leave?.();
    router.history.push(`/note/${noteId}`);
  };

  const save = async () => {
    if (underWay.current.has(answer.id)) return;
    underWay.current.add(answer.id);
    setSaving(true);
    try {
      const noteId = await saveAnswer(answer, about);
      onSaved(answer.id, noteId);
      notifications.notify({
        type: 'success',
        message: 'The answer is a note now.',
        duration: 8000,
        actions: [{ label: 'Open', onClick: () => open(noteId) }],
      });
    } catch (error) {
      underWay.current.delete(answer.id);
      notifications.notify({
        type: 'error',
        title: 'The answer was not saved',
        message: error instanceof ApiError ? error.message : 'Please try again.',
        actions: [{ label: 'Try again', onClick: () => void save() }],
      });
    } finally {
      setSaving(false);
    }
  };

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(answerAsMarkdown(answer, location.origin));
      notifications.notify({ type: 'success', message: 'Copied with its sources, as Markdown.' });
    } catch {
      notifications.notify({
        type: 'error',
        message: 'The browser did not let us copy. Select the text and copy it by hand.',
      });
    }
  };

  return (
    <div className="flex flex-wrap gap-2">
      {answer.savedAs ? (
        <Button look="quiet" onClick={() => answer.savedAs && open(answer.savedAs)}>
          <Check aria-hidden className="size-4" />
          Saved · open the note
        </Button>
      ) : (
        <Button look="quiet" busy={saving} onClick={() => void save()}>
          <NotebookPen aria-hidden className="size-4" />
          Save as a note
        </Button>
      )}
      <Button look="quiet" onClick={() => void copy()}>
        <Copy aria-hidden className="size-4" />
        Copy with sources
      </Button>
    </div>
  );
}
