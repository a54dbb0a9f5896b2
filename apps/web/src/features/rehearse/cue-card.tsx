import { EyeOff, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { NoteText } from '../../data/cues.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { cardClass } from '../../ui/links.ts';
import { Progress } from '../../ui/progress.tsx';
import { CueAnswer } from './cue-answer.tsx';
import { GradeBar } from './grade-bar.tsx';
import { progressOf } from './session.ts';
import { useRehearsalKeys } from './use-rehearsal-keys.ts';
import type { Sitting } from './use-sitting.ts';

interface CueCardProps {
  sitting: Sitting;
  noteOf: (noteId: string) => NoteText | null | undefined;
}

/** One cue, its note hidden until it is asked for. */
export function CueCard({ sitting, noteOf }: CueCardProps) {
  const { session, undo } = sitting;
  const cue = session.current;
  const heading = useRef<HTMLHeadingElement>(null);
  const answer = useRef<HTMLElement>(null);
  const [revealedAt, setRevealedAt] = useState(() => Date.now());
  useRehearsalKeys(sitting);

  // The focus goes where the reading goes on: it is also how a screen reader gets to the next cue.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a cue that comes back at once is shown anew
  useEffect(() => {
    if (session.revealed) {
      setRevealedAt(Date.now());
      answer.current?.focus({ preventScroll: true });
    } else {
      heading.current?.focus({ preventScroll: true });
    }
  }, [cue?.id, session.shownAt, session.revealed]);

  if (!cue) return null;
  const { done, total } = progressOf(session, session.shownAt);
  return (
    // On a phone the buttons stand at the bottom, where the thumb is: the rest of the screen is the page's head and padding.
    <div className="flex flex-col gap-4 max-sm:min-h-[calc(100dvh-11.25rem)]">
      <div className="flex min-h-11 items-center gap-4 pointer-fine:min-h-9">
        <Progress
          label="Rehearsed"
          hideLabel
          value={done}
          max={total}
          valueText={`${done} of ${total} cues`}
          className="flex-1"
        />
        <span aria-hidden="true" className="text-13 text-ink-muted tabular-nums">
          {done} / {total}
        </span>
        {undo ? (
          <Button look="plain" onClick={undo} aria-keyshortcuts="u" className="-me-3">
            <Undo2 aria-hidden="true" className="size-4" />
            Undo
            <Kbd keys="u" className="max-sm:hidden pointer-coarse:hidden" />
          </Button>
        ) : null}
      </div>

      <article className={`${cardClass} grid gap-5 sm:p-8`} aria-label="Cue">
        <header className="grid gap-2">
          <p dir="auto" className="truncate text-13 text-ink-muted">
            {cue.noteTitle || 'Untitled note'}
          </p>
          <h2
            ref={heading}
            tabIndex={-1}
            dir="auto"
            className="break-words font-serif text-22 text-pretty outline-none sm:text-28"
          >
            {cue.text}
          </h2>
        </header>
        {session.revealed ? (
          <CueAnswer ref={answer} cue={cue} note={noteOf(cue.noteId)} />
        ) : (
          <p className="grid min-h-24 content-center justify-items-center gap-2 rounded-10 border border-dashed border-line p-4 text-center text-14 text-balance text-ink-muted">
            <EyeOff aria-hidden="true" className="size-4 shrink-0" />
            The notes are hidden. Say the answer to yourself first.
          </p>
        )}
      </article>

      <div className="sticky bottom-[var(--bottom-bar,0px)] z-10 mt-auto -mx-4 bg-paper px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] sm:static sm:mx-0 sm:p-0">
        {session.revealed ? (
          <GradeBar cue={cue} now={Math.max(revealedAt, session.shownAt)} onGrade={sitting.grade} />
        ) : (
          <Button
            onClick={sitting.reveal}
            aria-keyshortcuts="Space Enter"
            className="min-h-14 w-full pointer-fine:min-h-14"
          >
            Show the answer
            <Kbd
              keys="space"
              className="max-sm:hidden pointer-coarse:hidden [&_kbd]:border-transparent [&_kbd]:bg-accent-hover [&_kbd]:text-accent-ink"
            />
          </Button>
        )}
      </div>
    </div>
  );
}
