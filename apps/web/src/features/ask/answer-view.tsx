import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/links.ts';
import { type Answer, isRunning } from './answer-state.ts';
import { CitationLink, SourceList } from './source-list.tsx';

interface AnswerViewProps {
  answer: Answer;
  onRetry: () => void;
}

export function AnswerView({ answer, onRetry }: AnswerViewProps) {
  return (
    <article aria-label="Answer" aria-busy={isRunning(answer)} className={`${cardClass} grid gap-4`}>
      <p className="text-14 font-medium text-ink-muted" dir="auto">
        {answer.question}
      </p>
      <p role="status" className="sr-only">
        {statusSentence(answer)}
      </p>
      {answer.step === 'asking' ? (
        <p className="appear-late text-14 text-ink-muted">Looking through your library…</p>
      ) : null}
      {answer.sentences.length > 0 ? (
        <div className="grid gap-3 font-serif text-16 leading-[1.65]">
          {answer.sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added at the end
            <p key={index} dir="auto">
              {sentence.text}
              {sentence.sources.map((number) => {
                const source = answer.sources[number - 1];
                return source ? <CitationLink key={number} number={number} citation={source} /> : null;
              })}
            </p>
          ))}
        </div>
      ) : null}
      {answer.sources.length > 0 ? <SourceList heading="Sources" citations={answer.sources} numbered /> : null}
      {answer.step === 'not_found' ? (
        <>
          <div>
            <p className="font-semibold">Not in your notes</p>
            <p className="text-14 text-ink-muted">Nothing in your library answers this question.</p>
          </div>
          {answer.nearest.length > 0 ? <SourceList heading="Nearest passages" citations={answer.nearest} /> : null}
        </>
      ) : null}
      {answer.step === 'stopped' ? (
        <p className="text-14 text-ink-muted">Stopped. What is above is complete as far as it goes.</p>
      ) : null}
      <div role="alert" className="empty:hidden">
        {answer.step === 'failed' ? (
          <Banner
            tone="danger"
            title="No answer this time"
            action={
              <Button look="quiet" onClick={onRetry}>
                Ask again
              </Button>
            }
          >
            {answer.problem}
          </Banner>
        ) : null}
      </div>
      {answer.providerKind === 'extractive' ? (
        <p className="border-t border-line pt-3 text-13 text-ink-muted">
          The built-in answer provider is extractive: it quotes your own texts word for word and writes nothing itself.
        </p>
      ) : null}
    </article>
  );
}

/** Said once at each turn, not at every sentence. */
function statusSentence({ step, sentences, sources }: Answer): string {
  if (step === 'asking' || step === 'answering') return 'Looking through your library';
  if (step === 'not_found') return 'Not in your notes';
  if (step === 'stopped') return 'Stopped';
  if (step === 'failed') return '';
  const count = (number: number, one: string) => (number === 1 ? `1 ${one}` : `${number} ${one}s`);
  return `Answered in ${count(sentences.length, 'sentence')} with ${count(sources.length, 'source')}`;
}
