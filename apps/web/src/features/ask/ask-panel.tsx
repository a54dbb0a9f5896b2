import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import { useConnection } from '../../runtime/connection/use-connection.ts';
import { usePreservation } from '../../runtime/services/preservation.ts';
import { Banner } from '../../ui/banner.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { isRunning } from './answer-state.ts';
import { statusSentence } from './answer-status.ts';
import type { AskAbout } from './answer-thread.ts';
import { AskForm } from './ask-form.tsx';
import { PastQuestions } from './past-questions.tsx';
import { OpenPlaceContext } from './place-link.tsx';
import { useAskThread } from './use-ask-thread.ts';

const loadAnswerView = () => import('./answer-view.tsx');
const AnswerView = lazy(() => loadAnswerView().then((module) => ({ default: module.AnswerView })));

interface AskPanelProps {
  /** The text or note that is asked about; without it the whole library is. */
  about?: AskAbout | undefined;
  /** Called before the panel leads somewhere else: to the place of a citation, to a search, to the import. */
  onOpenPlace?: (() => void) | undefined;
}

type Where = 'here' | 'library';

/** Asks the library, or one item of it, and shows the answer with its sources. */
export function AskPanel({ about, onOpenPlace }: AskPanelProps) {
  const id = useId();
  const online = useConnection() === 'online';
  const preserved = usePreservation();
  const [where, setWhere] = useWhere(about);
  const scope = where === 'here' ? about : undefined;
  const { thread, shown, ask, stop, show, saved } = useAskThread(scope);
  const here = about?.itemKind === 'note' ? 'This note' : 'This text';
  const label = scope ? `Ask about ${here.toLowerCase()}` : 'Ask your library';
  const widened = useAskThread(undefined);

  return (
    <OpenPlaceContext value={onOpenPlace}>
      <section aria-labelledby={id} className="grid gap-4">
        <h2 id={id} className="sr-only">
          {label}
        </h2>
        {about ? (
          <SegmentedControl
            label="Where to look"
            value={where}
            onValueChange={setWhere}
            options={[
              { value: 'here', label: here },
              { value: 'library', label: 'Whole library' },
            ]}
          />
        ) : null}
        <div role="status" className="empty:sr-only">
          {preserved?.fallbackContext.basicChatAvailable && online ? (
            <Banner tone="info" title="Only the basic chat is there">
              A learning service does not answer. You can ask as usual; what adapts to you goes on when it is back.
            </Banner>
          ) : null}
        </div>
        <AskForm
          label={label}
          scope={about ? `${about.itemKind} ${about.itemId}` : 'library'}
          running={shown !== undefined && isRunning(shown)}
          online={online}
          unasked={shown?.problem?.code === 'offline' ? shown.question : undefined}
          onAsk={ask}
          onStop={stop}
          onFocus={() => void loadAnswerView().catch(() => {})}
        />
        <p role="status" className="sr-only">
          {statusSentence(shown, scope !== undefined)}
        </p>
        {shown ? (
          <Suspense fallback={<SkeletonText label="Opening the answer" />}>
            <AnswerView
              key={shown.id}
              answer={shown}
              about={scope}
              onRetry={() => ask(shown.question, { free: shown.free })}
              onFree={() => ask(shown.question, { free: true })}
              onWiden={() => {
                setWhere('library');
                widened.ask(shown.question);
              }}
              onSaved={saved}
            />
          </Suspense>
        ) : null}
        <PastQuestions answers={thread.answers} shownId={thread.shownId} onShow={show} />
      </section>
    </OpenPlaceContext>
  );
}

/** Whether the one item or the whole library is asked: kept for the session, so that coming back finds the same side. */
function useWhere(about: AskAbout | undefined): [Where, (where: Where) => void] {
  const queryClient = useQueryClient();
  const key = ['ask', 'where', about?.itemId ?? ''];
  const { data } = useQuery<Where>({
    queryKey: key,
    queryFn: () => 'here',
    initialData: 'here',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return [about ? data : 'library', (where) => void queryClient.setQueryData<Where>(key, where)];
}
