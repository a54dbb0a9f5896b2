import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createRequiredContext, useRequired } from '../lib/required-context.ts';
import { useStore } from '../lib/store.ts';
import { dismiss, notify, openNotifications, updateNotification } from './notifications.ts';

const ToastViewport = lazy(() => import('./toast-viewport.tsx').then((module) => ({ default: module.ToastViewport })));

const notifications = { notify, update: updateNotification, dismiss };
const NotificationContext = createRequiredContext<typeof notifications>();

export function NotificationProvider({ children }: { children: ReactNode }) {
  return <NotificationContext value={notifications}>{children}</NotificationContext>;
}

/** Shows notifications. Throws outside of a `NotificationProvider`: nobody would see them. */
export function useNotifications(): typeof notifications {
  return useRequired(NotificationContext, 'useNotifications', 'NotificationProvider');
}

/** Where they appear, once in the app and outside of everything that scrolls. What draws them is loaded with the first one. */
export function NotificationArea() {
  const some = useStore(openNotifications, (open) => open.length > 0);
  const [used, setUsed] = useState(false);
  if (some && !used) setUsed(true);
  return used ? (
    <Suspense>
      <ToastViewport />
    </Suspense>
  ) : null;
}
