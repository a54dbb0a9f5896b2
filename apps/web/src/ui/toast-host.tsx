import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onToastWaiting, openToasts } from './toasts.ts';

const ToastViewport = lazy(() => import('./toast-viewport.tsx').then((module) => ({ default: module.ToastViewport })));

export type ToastPlace = 'top-right' | 'top-center' | 'top-left' | 'bottom-right' | 'bottom-center' | 'bottom-left';

let needed = false;
const isNeeded = () => {
  needed ||= openToasts().length > 0;
  return needed;
};

/** Where toasts appear. What draws them is loaded with the first one. Once in the app, outside of everything that scrolls. */
export function ToastHost({ place = 'top-right' }: { place?: ToastPlace }) {
  const show = useSyncExternalStore(onToastWaiting, isNeeded);
  return show ? (
    <Suspense>
      <ToastViewport place={place} />
    </Suspense>
  ) : null;
}
