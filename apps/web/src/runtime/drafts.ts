import { useCallback, useState } from 'react';
import { type Stop, thisBrowser } from './environment.ts';
import { sessionNow, subscribeSession } from './session.ts';

interface Draft {
  text: string;
  at: number;
}

const keptMilliseconds = 14 * 24 * 60 * 60 * 1000;
const writeAfter = 400;
const longest = 20_000;
const storageKey = (userId: string) => `cairn-drafts-${userId}`;

/**
 * What somebody has typed into a form and not sent: it outlives the screen, the page and the session, and only the same person finds it
 * again. Never for passwords.
 */
const drafts = new Map<string, Map<string, Draft>>();
/** Whose forms are on the screen: also after the session has gone. */
let owner = sessionNow().user?.id;
let stopWriting: Stop = () => {};
let following = false;

function follow(): void {
  owner = sessionNow().user?.id ?? owner;
  if (following) return;
  following = true;
  subscribeSession(() => {
    owner = sessionNow().user?.id ?? owner;
  });
  const { onVisibilityChange } = thisBrowser();
  onVisibilityChange((visible) => {
    // A hidden page may be frozen before its timer comes.
    if (!visible) writeNow();
  });
  window.addEventListener('pagehide', writeNow);
}

function draftsOf(userId: string): Map<string, Draft> {
  const known = drafts.get(userId) ?? readDrafts(userId);
  drafts.set(userId, known);
  return known;
}

function readDrafts(userId: string): Map<string, Draft> {
  const { local, clock } = thisBrowser();
  try {
    const stored = JSON.parse(local.getItem(storageKey(userId)) ?? '{}') as Record<string, Draft>;
    const young = Object.entries(stored).filter(
      ([, { text, at }]) => typeof text === 'string' && text && clock.now() - at < keptMilliseconds,
    );
    return new Map(young);
  } catch {
    return new Map();
  }
}

function keep(name: string, text: string): void {
  if (owner === undefined) return;
  const own = draftsOf(owner);
  if (text.trim()) own.set(name, { text: text.slice(0, longest), at: thisBrowser().clock.now() });
  else own.delete(name);
  stopWriting();
  stopWriting = thisBrowser().clock.after(writeAfter, writeNow);
}

/** After a sign-out nothing of the person is written here any more; this page alone remembers it. */
function writeNow(): void {
  stopWriting();
  const { status } = sessionNow();
  if (owner === undefined || status === 'unauthenticated') return;
  const own = drafts.get(owner);
  if (!own) return;
  const { local } = thisBrowser();
  try {
    if (own.size === 0) local.removeItem(storageKey(owner));
    else local.setItem(storageKey(owner), JSON.stringify(Object.fromEntries(own)));
  } catch {
    // The storage is full: the draft lasts as long as the page.
  }
}

/** A field's text that is there again when the person comes back to it. Setting it to nothing ends the draft. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [shown, setShown] = useState(() => ({ name, text: draft(name) }));
  const text = shown.name === name ? shown.text : draft(name);
  const change = useCallback(
    (next: string) => {
      setShown({ name, text: next });
      keep(name, next);
    },
    [name],
  );
  return [text, change];
}

function draft(name: string): string {
  follow();
  return owner === undefined ? '' : (draftsOf(owner).get(name)?.text ?? '');
}

/** Before the page is reloaded. */
export const flushDrafts = (): void => writeNow();

export const countDrafts = (userId: string): number => draftsOf(userId).size;

export function forgetDrafts(userId: string): void {
  drafts.delete(userId);
  thisBrowser().local.removeItem(storageKey(userId));
}
