import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../runtime/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';

const shortest = 3;
const longest = 1000;

interface AskFormProps {
  label: string;
  /** What is asked about: each has a question of its own in the making. */
  scope: string;
  running: boolean;
  online: boolean;
  /** A question that never reached the server. */
  unasked: string | undefined;
  onAsk: (question: string) => void;
  onStop: () => void;
  /** The field was reached: what shows the answer can be fetched. */
  onFocus: () => void;
}

export function AskForm({ label, scope, running, online, unasked, onAsk, onStop, onFocus }: AskFormProps) {
  const [question, setQuestion] = useDraft(`question ${scope}`);
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const field = () => form.current?.querySelector('textarea');

  // It is in the field again, and so a draft, until it is asked anew: closing the page loses it no more than any other.
  const returned = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a question fails or is asked anew; what is typed meanwhile stays
  useEffect(() => {
    if (unasked !== undefined && question === '') {
      returned.current = unasked;
      setQuestion(unasked);
    } else if (unasked === undefined && returned.current !== undefined) {
      if (question === returned.current) setQuestion('');
      returned.current = undefined;
    }
  }, [unasked]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (running || !online) return;
    const words = question.trim();
    if (words.length < shortest) {
      setProblem('Please write a question of at least 3 characters.');
      field()?.focus();
      return;
    }
    setProblem(undefined);
    setQuestion('');
    onAsk(words);
  };

  return (
    <form ref={form} noValidate onSubmit={submit} onFocus={onFocus} className="grid gap-3">
      <Textarea
        label={label}
        name="question"
        rows={2}
        maxLength={longest}
        required
        value={question}
        error={problem}
        enterKeyHint="send"
        hint={
          online
            ? 'Answered only from your own material, each sentence with its source.'
            : 'Questions can be answered when the connection is back. What you write stays here, and so do earlier answers.'
        }
        onChange={(event) => {
          setQuestion(event.target.value);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
          if (event.key === 'Escape' && running) {
            // A sheet around the form stays open: this Escape was for the answer.
            event.stopPropagation();
            onStop();
          }
        }}
      />
      <div className="flex gap-3">
        <Button type="submit" busy={running} disabled={!online}>
          {running ? 'Looking…' : 'Ask'}
        </Button>
        {running ? (
          <Button
            look="quiet"
            onClick={() => {
              onStop();
              // The button goes away: the focus must not.
              field()?.focus();
            }}
          >
            Stop
          </Button>
        ) : null}
      </div>
    </form>
  );
}
