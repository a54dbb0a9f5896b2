import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { cardClass } from '../../ui/links.ts';
import { AnswerActions } from './answer-actions.tsx';
import { ProblemBanner } from './answer-problem.tsx';
import { type Answer, isRunning } from './answer-state.ts';
import type { AskAbout } from './answer-thread.ts';
import { CitationMark } from './citation-mark.tsx';
import { NoAnswer } from './no-answer.tsx';
import { SourceList } from './source-list.tsx';

const CitationSheet = lazy(() => import('./citation-sheet.tsx').then((module) => ({ default: module.CitationSheet })));

interface AnswerViewProps {
  answer: Answer;
  about: AskAbout | undefined;
  onRetry: () => void;
  onFree: () => void;
  onWiden: () => void;
  onSaved: (id: string, noteId: string) => void;
}

export function AnswerView({ answer, about, onRetry, onFree, onWiden, onSaved }: AnswerViewProps) {
  // Kept while the sheet slides away.
  const [touched, setTouched] = useState<{ number: number; open: boolean }>();
  const touchedSource = touched && answer.sources[touched.number - 1];
  const running = isRunning(answer);
  return (
    <article aria-label="Answer" aria-busy={running} className={`${cardClass} grid gap-4`}>
      <p className="text-14 font-medium text-ink-muted wrap-anywhere" dir="auto">
        {answer.question}
      </p>
      {answer.free ? <Badge className="justify-self-start">Free answer: quotes only, not counted</Badge> : null}
      {answer.sentences.length > 0 ? (
        <div className="grid gap-3 font-serif text-16 leading-[1.65]">
          {answer.sentences.map((sentence, index) => (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added at the end
              key={index}
              dir="auto"
              className="wrap-anywhere transition-opacity duration-150 ease-out motion-reduce:transition-none starting:opacity-0"
            >
              {sentence.text}
              {sentence.sources.map((number) => {
                const source = answer.sources[number - 1];
                return source ? (
                  <CitationMark
                    key={number}
                    number={number}
                    citation={source}
                    onTouch={(next) => setTouched({ number: next, open: true })}
                  />
                ) : null;
              })}
            </p>
          ))}
        </div>
      ) : null}
      {running ? (
        <p className="appear-late text-14 text-ink-muted">
          {answer.sentences.length > 0
            ? 'Looking on…'
            : about
              ? 'Looking through the text…'
              : 'Looking through your library…'}
        </p>
      ) : null}
      {answer.sources.length > 0 ? <SourceList heading="Sources" citations={answer.sources} numbered /> : null}
      {answer.step === 'not_found' ? <NoAnswer answer={answer} about={about} onWiden={onWiden} /> : null}
      {answer.step === 'stopped' ? (
        <p className="text-14 text-ink-muted">
          {answer.sentences.length > 0 ? 'Stopped. What stands above holds.' : 'Stopped before the first sentence.'}
        </p>
      ) : null}
      <div role="alert" className="empty:hidden">
        {answer.problem ? <ProblemBanner problem={answer.problem} onRetry={onRetry} onFree={onFree} /> : null}
      </div>
      {answer.sentences.length > 0 && !running ? (
        <AnswerActions answer={answer} about={about} onSaved={onSaved} />
      ) : null}
      {answer.providerKind === 'extractive' ? (
        <p className="border-t border-line pt-3 text-13 text-ink-muted">
          The built-in answer provider is extractive: it quotes your own texts word for word and writes nothing itself.
        </p>
      ) : null}
      {touched && touchedSource ? (
        <Suspense>
          <CitationSheet
            number={touched.number}
            citation={touchedSource}
            open={touched.open}
            onClose={() => setTouched({ ...touched, open: false })}
          />
        </Suspense>
      ) : null}
    </article>
  );
}
