import { useCallback, useEffect, useState } from 'react';

/** The selected part of an element's text, once it stands still (`null`: nothing is selected in it), and how to let go of it. */
export function useTextSelection(root: HTMLElement): [range: Range | null, clear: () => void] {
  const [range, setRange] = useState<Range | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false;
    const read = () => {
      // A window over the page has a selection of its own; what was selected here is still meant.
      if (document.activeElement?.closest('[role="dialog"]:not([data-tone])')) return;
      const selection = getSelection();
      const selected = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : null;
      const inside = selected?.intersectsNode(root) && selection?.toString().trim() ? selected.cloneRange() : null;
      setRange(inside);
    };
    const onChange = () => {
      clearTimeout(timer);
      // While a mouse draws the selection nothing may come between.
      if (!pressed) timer = setTimeout(read, 120);
    };
    const onDown = (event: PointerEvent) => {
      pressed = event.pointerType === 'mouse' && event.button === 0;
    };
    const onUp = () => {
      pressed = false;
      onChange();
    };
    document.addEventListener('selectionchange', onChange);
    // Back from such a window: what is selected now counts again.
    document.addEventListener('focusin', onChange);
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
      document.removeEventListener('focusin', onChange);
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
    };
  }, [root]);
  const clear = useCallback(() => {
    getSelection()?.removeAllRanges();
    // At once: the next key is not about the old selection.
    setRange(null);
  }, []);
  return [range, clear];
}
