import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { LibraryItem } from '../../data/library.ts';

const storageKey = 'cairn-hub-places';
const mostPlaces = 20;

interface Place {
  /** Of the history entry. */
  key: string;
  y: number;
  rows: number;
}

function readPlaces(): Place[] {
  try {
    const places: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(places) ? (places as Place[]) : [];
  } catch {
    return [];
  }
}

interface FetchedList {
  rows: readonly LibraryItem[] | undefined;
  more: boolean;
  fetching: boolean;
  fetchMore: () => void;
}

/**
 * Back, forward and reload find the list where it was left. The router cannot do it alone: after a reload the list is short
 * until its pages are fetched again.
 */
export function useListPlace({ rows, more, fetching, fetchMore }: FetchedList): void {
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const wanted = useRef<Place | undefined>(undefined);
  const count = rows?.length ?? 0;
  const latest = useRef({ key, count });

  useEffect(() => {
    wanted.current = readPlaces().find((place) => place.key === key && place.y > 0);
    latest.current.key = key;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      // While the old place is being looked for, the position means nothing.
      if (wanted.current || !key) return;
      try {
        const others = readPlaces().filter((place) => place.key !== key);
        const place = { key, y: Math.round(window.scrollY), rows: latest.current.count };
        sessionStorage.setItem(storageKey, JSON.stringify([...others, place].slice(-mostPlaces)));
      } catch {
        // Storage is blocked: the list begins at its top then.
      }
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, 150);
    };
    // Whoever scrolls does not want to be taken elsewhere.
    const letGo = () => {
      wanted.current = undefined;
    };
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('pagehide', keep);
    window.addEventListener('wheel', letGo, { passive: true });
    window.addEventListener('touchmove', letGo, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', later);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('wheel', letGo);
      window.removeEventListener('touchmove', letGo);
    };
  }, [key]);

  useEffect(() => {
    latest.current.count = count;
    const place = wanted.current;
    if (!place || rows === undefined || fetching) return;
    if (count < place.rows && more) {
      fetchMore();
      return;
    }
    // After the list has taken its height.
    const frame = requestAnimationFrame(() => {
      window.scrollTo(0, place.y);
      wanted.current = undefined;
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, count, more, fetching, fetchMore]);
}
