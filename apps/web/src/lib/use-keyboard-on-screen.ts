import { useEffect, useState } from 'react';

/** A keyboard on the screen covers at least so much of it. */
const keyboardPixels = 150;

/** While it is there it takes the place of what stands at the lower edge. */
export function useKeyboardOnScreen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    // A page that is magnified shows less of itself too.
    const follow = () => setOpen(window.innerHeight - viewport.height * viewport.scale > keyboardPixels);
    viewport.addEventListener('resize', follow);
    return () => viewport.removeEventListener('resize', follow);
  }, []);
  return open;
}
