import { Anchorer } from '@cairn/contracts/anchor';
import type { Locator } from '@cairn/contracts/locator';

/** Offsets into the text that was searched; `exact`: the surroundings matched too. */
export interface FoundPassage {
  start: number;
  end: number;
  exact: boolean;
  /** The words are no longer quite those of the quote. */
  changed: boolean;
}

/** Finds one locator in a text, by the rules of the contract; `undefined`: the passage is gone. */
export function locatePassage(text: string, locator: Locator): FoundPassage | undefined {
  const { status, start, end, confidence } = new Anchorer(text).find(locator);
  if (status === 'lost') return undefined;
  return { start, end, exact: status === 'anchored' && confidence === 1, changed: status === 'changed' };
}
