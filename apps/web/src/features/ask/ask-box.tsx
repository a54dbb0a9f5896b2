import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { isRunning } from './answer-state.ts';
import { AnswerView } from './answer-view.tsx';
import { useAnswer } from './use-answer.ts';

const shortest = 3;
const longest = 1000;

export function AskBox() {
  const { answer, ask, stop } = useAnswer();
  const [question, setQuestion] = useState(answer?.question ?? '');
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const running = answer !== undefined && isRunning(answer);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (running) return;
    const words = question.trim();
    if (words.length < shortest) {
      setProblem('Please write a question of at least 3 characters.');
      form.current?.querySelector('textarea')?.focus();
      return;
    }
    setProblem(undefined);
    void ask(words);
  };

  return (
    <section aria-labelledby="ask" className="grid gap-4">
      <h2 id="ask" className="sr-only">
        Ask your library
      </h2>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-3">
        <TextArea
          label="Ask your library"
          name="question"
          rows={2}
          maxLength={longest}
          required
          value={question}
          error={problem}
          hint="Answered only from your own material, each sentence with its source."
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
          }}
        />
        <div className="flex gap-3">
          <Button type="submit" busy={running}>
            {running ? 'Looking…' : 'Ask'}
          </Button>
          {running ? (
            <Button look="quiet" onClick={stop}>
              Stop
            </Button>
          ) : null}
        </div>
      </form>
      {answer ? <AnswerView answer={answer} onRetry={() => void ask(answer.question)} /> : null}
    </section>
  );
}
