import { preview, type ReviewGrade } from '@cairn/contracts/scheduling';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { DueCue } from '../../data/cues.ts';
import { longInterval, shortInterval } from '../../lib/intervals.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { respondToTouch } from '../../ui/touch-response.ts';
import { gradeNames, grades } from './use-sitting.ts';

interface GradeBarProps {
  cue: DueCue;
  /** Intervals are reckoned from here, so that the numbers stand still while the person decides. */
  now: number;
  onGrade: (grade: ReviewGrade) => void;
}

/** How well was it known? Each answer says when the cue would be asked again. */
export function GradeBar({ cue, now, onGrade }: GradeBarProps) {
  const outcomes = useMemo(() => preview(cue.id, cue.schedule, now), [cue, now]);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">How well did you know it?</legend>
      <div className="grid grid-cols-4 gap-2">
        {grades.map((grade) => {
          const wait = outcomes[grade].dueAt - now;
          return (
            <button
              key={grade}
              type="button"
              onClick={() => onGrade(grade)}
              onPointerDown={respondToTouch}
              aria-label={`${gradeNames[grade]}, asked again in ${longInterval(wait)}`}
              aria-keyshortcuts={String(grade)}
              className={clsx(
                'grid min-h-14 min-w-0 content-center justify-items-center gap-0.5 rounded-10 border bg-surface px-1 py-2 transition-colors duration-150 hover:bg-accent-soft',
                grade === 3 ? 'border-accent' : 'border-line-strong',
              )}
            >
              <span
                className={clsx(
                  'flex items-center gap-1.5 text-14 font-medium',
                  grade === 1 && 'text-danger',
                  grade === 3 && 'text-accent',
                )}
              >
                {gradeNames[grade]}
                <Kbd keys={String(grade)} className="max-sm:hidden pointer-coarse:hidden" />
              </span>
              <span className="text-13 text-ink-muted tabular-nums">{shortInterval(wait)}</span>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
