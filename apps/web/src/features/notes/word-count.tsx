import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { countWords } from './count-words.ts';

const restMs = 800;
/** A note that has just been opened is drawn first. */
const firstMs = 100;

/** How many words the note has. Counted when the typing rests. */
export function WordCount({ notes, summary }: { notes: Editor; summary: Editor }) {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const counted = [notes, summary];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countAfter = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        setCount(counted.reduce((sum, editor) => sum + (editor.isDestroyed ? 0 : countWords(editor.state.doc)), 0));
      }, ms);
    };
    const soon = () => countAfter(restMs);
    countAfter(firstMs);
    for (const editor of counted) editor.on('update', soon);
    return () => {
      clearTimeout(timer);
      for (const editor of counted) editor.off('update', soon);
    };
  }, [notes, summary]);
  return (
    <p className="text-13 text-ink-muted tabular-nums">
      {count === null ? null : `${new Intl.NumberFormat().format(count)} ${count === 1 ? 'word' : 'words'}`}
    </p>
  );
}
