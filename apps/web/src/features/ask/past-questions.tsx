import { History } from 'lucide-react';
import { useId } from 'react';
import type { Answer } from './answer-state.ts';

interface PastQuestionsProps {
  answers: readonly Answer[];
  shownId: string | undefined;
  onShow: (id: string) => void;
}

/** The other questions of this session, each a button that brings its answer back. */
export function PastQuestions({ answers, shownId, onShow }: PastQuestionsProps) {
  const id = useId();
  const others = answers.filter((answer) => answer.id !== shownId);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <h3 id={id} className="text-13 font-semibold text-ink-muted">
        Earlier in this session
      </h3>
      <ul className="grid">
        {others.map((answer) => (
          <li key={answer.id}>
            <button
              type="button"
              onClick={() => onShow(answer.id)}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-6 px-2 py-1 text-start text-14 hover:bg-accent-soft pointer-fine:min-h-8"
            >
              <History aria-hidden className="size-4 shrink-0 text-ink-muted" />
              <span className="min-w-0 truncate" dir="auto">
                {answer.question}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
