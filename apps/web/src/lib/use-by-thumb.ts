import { useMedia } from './use-media.ts';

/** A small screen that is touched: what is done most stands at its lower edge. */
export function useByThumb(): boolean {
  return useMedia('(max-width: 767.98px)') && navigator.maxTouchPoints > 0;
}
