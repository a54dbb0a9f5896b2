import { useEffect, useState } from 'react';
import type { NoteSession, SaveState } from '../../data/note-sync/note-session.ts';

const calmMs = 400;
/** Good news may wait until it lasts; everything else is told at once. */
const isGoodNews = ({ kind }: SaveState): boolean => kind === 'saved' || kind === 'device';

/**
 * Where the text is, as it is told to a person. While somebody writes, it is on its way to the disk and there again with every
 * letter: the words would flicker, and React reads the whole text in search of the caret whenever it changes anything at all.
 */
export function useCalmSaveState(session: NoteSession): SaveState {
  const [shown, setShown] = useState(() => session.view().save);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const { save } = session.view();
      if (isGoodNews(save)) timer = setTimeout(() => setShown(save), calmMs);
      else setShown(save);
    };
    look();
    const stop = session.subscribe(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session]);
  return shown;
}
