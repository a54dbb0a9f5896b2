import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { countWords } from './word-count.ts';

const restMs = 800;

/** Counted when the typing rests. */
export function useWordCount(editors: readonly Editor[]): number {
  const [count, setCount] = useState(0);
  const [first, second] = editors;
  useEffect(() => {
    const counted = [first, second].filter((editor) => editor !== undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        setCount(counted.reduce((sum, editor) => sum + (editor.isDestroyed ? 0 : countWords(editor.state.doc)), 0));
      }, restMs);
    };
    soon();
    for (const editor of counted) editor.on('update', soon);
    return () => {
      clearTimeout(timer);
      for (const editor of counted) editor.off('update', soon);
    };
  }, [first, second]);
  return count;
}
