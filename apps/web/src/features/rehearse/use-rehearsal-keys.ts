import type { ReviewGrade } from '@cairn/contracts/scheduling';
import { useEffect, useRef } from 'react';
import { useScreenCommands } from '../../runtime/screen-commands.ts';
import { gradeNames, grades, type Sitting } from './use-sitting.ts';

const ownKeys = 'a[href], button, input, textarea, select, summary, [contenteditable], [role="menu"], [role="dialog"]';

/** Space or Enter shows the answer, 1 to 4 grade it, U takes the last grade back. Only while the focus is in the content, or nowhere. */
export function useRehearsalKeys(sitting: Sitting): void {
  const latest = useRef(sitting);
  const { current, revealed } = sitting.session;
  useScreenCommands([
    ...(current && !revealed
      ? [{ id: 'reveal', title: 'Show the answer', screenKeys: 'space', run: sitting.reveal }]
      : []),
    ...(current && revealed
      ? grades.map((grade) => ({
          id: `grade ${grade}`,
          title: `Grade: ${gradeNames[grade]}`,
          screenKeys: `${grade}`,
          run: () => sitting.grade(grade),
        }))
      : []),
    ...(sitting.undo
      ? [{ id: 'undo-grade', title: 'Take the last grade back', screenKeys: 'u', run: sitting.undo }]
      : []),
  ]);
  useEffect(() => {
    latest.current = sitting;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.repeat || event.isComposing || !(target instanceof Element)) return;
      if (target !== document.body && !target.closest('main')) return;
      const { session, reveal, grade, undo } = latest.current;
      const typing = target.matches('input, textarea, select, [contenteditable]');
      if (typing || event.altKey) return;
      const undoChord = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      const plain = !event.ctrlKey && !event.metaKey;
      let act: (() => void) | undefined;
      if (undoChord || (plain && event.key.toLowerCase() === 'u')) act = undo;
      else if (plain && session.revealed && /^[1-4]$/.test(event.key)) {
        act = () => grade(Number(event.key) as ReviewGrade);
      } else if (plain && !session.revealed && (event.key === ' ' || event.key === 'Enter')) {
        // A button that has the focus does what it says.
        if (!target.matches(ownKeys)) act = reveal;
      }
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
