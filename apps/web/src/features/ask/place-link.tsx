import type { Citation } from '@cairn/contracts/ask';
import { useRouter } from '@tanstack/react-router';
import { type ComponentPropsWithRef, createContext, type MouseEvent, useContext } from 'react';
import { locatorToHash } from '../../lib/locator-link.ts';

/** Told before the panel leads somewhere else: whoever shows it above that place can put it away. */
export const OpenPlaceContext = createContext<(() => void) | undefined>(undefined);

/** Address of the very place that a citation names; `undefined` for what has no screen. */
export function placeOf({ itemKind, itemId, locator, readIn }: Citation): string | undefined {
  if (readIn) return `/${readIn.itemKind}/${readIn.itemId}#${locatorToHash(readIn.locator)}`;
  return itemKind === 'highlight' ? undefined : `/${itemKind}/${itemId}#${locatorToHash(locator)}`;
}

interface PlaceLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  citation: Citation;
}

/** Opens a citation's place inside the app; with a modifier key it is an ordinary link. */
export function PlaceLink({ citation, onClick, ...rest }: PlaceLinkProps) {
  const router = useRouter();
  const onOpenPlace = useContext(OpenPlaceContext);
  const address = placeOf(citation);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !address) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpenPlace?.();
    router.history.push(address);
  };
  return <a {...rest} href={address} onClick={open} />;
}
