import { Link } from '@tanstack/react-router';
import { type Ref, useMemo } from 'react';
import type { DueCue, NoteText } from '../../data/cues.ts';
import { locatorToHash } from '../../lib/locator-link.ts';
import { textLinkClass } from '../../ui/links.ts';
import { answerOf } from './passage.ts';

interface CueAnswerProps {
  cue: DueCue;
  /** `undefined`: still loading; `null`: could not be had. */
  note: NoteText | null | undefined;
  ref: Ref<HTMLElement>;
}

/** What the cue points at, taken from the note as it is now. */
export function CueAnswer({ cue, note, ref }: CueAnswerProps) {
  return (
    <section ref={ref} tabIndex={-1} aria-label="Answer" className="grid gap-4 border-line border-t pt-5 outline-none">
      {note === undefined ? (
        <p className="appear-late text-ink-muted">Loading the note…</p>
      ) : note === null ? (
        <p className="text-ink-muted">
          The note could not be loaded. You can still say how well you knew it; the grade is kept.
        </p>
      ) : (
        <Passage cue={cue} note={note} />
      )}
      <p className="text-14">
        <Link
          to={`/note/${cue.noteId}` as string}
          {...(cue.locator ? { hash: locatorToHash(cue.locator) } : {})}
          className={`${textLinkClass} inline-flex min-h-11 items-center pointer-fine:min-h-8`}
        >
          Open the note
        </Link>
      </p>
    </section>
  );
}

function Passage({ cue, note }: { cue: DueCue; note: NoteText }) {
  const answer = useMemo(() => answerOf(note, cue.locator), [note, cue.locator]);
  const prose = 'max-w-[66ch] whitespace-pre-line break-words font-serif text-18 leading-relaxed';
  return (
    <>
      {answer.kind === 'empty' ? (
        <p className="text-ink-muted">The note has no text yet besides its cues.</p>
      ) : answer.kind === 'passage' ? (
        <blockquote dir="auto" className={prose}>
          {answer.before}
          <mark className="rounded-[0.2em] bg-highlight px-0.5 text-ink">{answer.marked}</mark>
          {answer.after}
        </blockquote>
      ) : (
        <>
          {answer.kind === 'lost' ? (
            <p className="text-14 text-ink-muted">
              The passage this cue pointed at has been rewritten. This is how the note begins now:
            </p>
          ) : null}
          <blockquote dir="auto" className={prose}>
            {answer.text}
          </blockquote>
        </>
      )}
      {note.summary.trim() ? (
        <details className="max-w-[66ch] text-14">
          <summary className="min-h-11 cursor-pointer content-center text-ink-muted hover:text-ink pointer-fine:min-h-8">
            Summary of the note
          </summary>
          <p dir="auto" className="mt-1 whitespace-pre-line break-words font-serif text-16">
            {note.summary.trim()}
          </p>
        </details>
      ) : null}
    </>
  );
}
