import { Toast as Base } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { IconButton } from './icon-button.tsx';
import {
  dismiss,
  enterDelayMs,
  holdNotifications,
  type Notification,
  type NotificationAction,
  type NotificationPosition,
  notificationLimit,
  notificationPosition,
  openNotifications,
  presentNotifications,
} from './notifications.ts';
import { Progress } from './progress.tsx';

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };
const tones = { success: 'text-success', info: 'text-info', warning: 'text-warning', error: 'text-danger' };

// Bottom places are raised on phones, above the thumb's navigation. Right and left are the screen's, as their names say.
const places: Record<NotificationPosition, string> = {
  'top-right': 'top-0 right-0',
  'top-center': 'top-0 inset-x-0 mx-auto',
  'top-left': 'top-0 left-0',
  'bottom-right': 'bottom-0 right-0 max-md:bottom-16',
  'bottom-center': 'bottom-0 inset-x-0 mx-auto max-md:bottom-16',
  'bottom-left': 'bottom-0 left-0 max-md:bottom-16',
};

const shown = (notification: Notification) => ({
  title: notification.title,
  description: notification.message,
  // The notification counts its own time.
  timeout: 0,
  // Errors interrupt what is being read, the others wait their turn.
  priority: notification.type === 'error' ? ('high' as const) : ('low' as const),
  data: notification,
});

export function ToastViewport() {
  const [manager] = useState(() => Base.createToastManager<Notification>());
  const position = useStore(notificationPosition);
  const viewport = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const add = (notification: Notification) => {
      timers.delete(notification.id);
      const { id } = notification;
      // Closed by a swipe or with Escape.
      manager.add({ id, ...shown(notification), onClose: () => dismiss(id, 'person') });
    };
    const stop = presentNotifications({
      add: (notification) => {
        const enter = () => {
          const newest = openNotifications.get().find(({ id }) => id === notification.id);
          if (newest) add(newest);
        };
        timers.set(notification.id, setTimeout(enter, enterDelayMs));
      },
      update: (notification) => {
        if (!timers.has(notification.id)) manager.update(notification.id, shown(notification));
      },
      close: (id) => {
        clearTimeout(timers.get(id));
        timers.delete(id);
        manager.close(id);
      },
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [manager]);
  useEffect(() => holdWhileHidden(), []);
  useEffect(() => holdWhileFocused(viewport), []);

  return (
    <Base.Provider toastManager={manager} limit={notificationLimit}>
      <Base.Portal>
        <Base.Viewport
          ref={viewport}
          aria-label="Notifications area"
          onMouseEnter={() => holdNotifications('pointer', true)}
          onMouseLeave={() => holdNotifications('pointer', false)}
          className={clsx(
            // Rendered also while it is empty: a live region that comes with its first message is not always read out.
            'fixed z-60 flex w-[min(24rem,100vw)] gap-2 p-3 outline-none empty:pointer-events-none',
            'pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(0.75rem,env(safe-area-inset-bottom))]',
            position.startsWith('top') ? 'flex-col' : 'flex-col-reverse',
            places[position],
          )}
        >
          <ToastRows />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function holdWhileHidden(): () => void {
  const look = () => holdNotifications('hidden', document.visibilityState === 'hidden');
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    holdNotifications('hidden', false);
  };
}

/** A finger or a mouse that focuses in passing does not stop the clock: the pointer does, while it is there. */
function holdWhileFocused(viewport: { current: HTMLElement | null }): () => void {
  const look = () => {
    const focused = document.activeElement;
    const inside = focused !== null && viewport.current?.contains(focused) === true;
    holdNotifications('focus', inside && focused.matches(':focus-visible'));
  };
  document.addEventListener('focusin', look);
  document.addEventListener('focusout', look);
  // What had the focus may be gone with its toast, and nothing tells so.
  const stop = openNotifications.subscribe(() => queueMicrotask(look));
  return () => {
    stop();
    document.removeEventListener('focusin', look);
    document.removeEventListener('focusout', look);
    holdNotifications('focus', false);
  };
}

function ToastRows() {
  const { toasts } = Base.useToastManager<Notification>();
  return toasts.map((row) => {
    const notification = row.data;
    if (!notification) return null;
    const { id, type, title, message, icon, showProgress, progress, actions = [] } = notification;
    const Icon = icons[type];
    return (
      <Base.Root
        key={row.id}
        toast={row}
        swipeDirection={['up', 'right', 'left']}
        data-tone={type}
        // With a title Base UI names it by that.
        {...(title ? {} : { 'aria-label': message })}
        className="rounded-10 border border-line bg-raised text-ink shadow-float transition-[opacity,translate] duration-150 ease-out motion-reduce:transition-none data-starting-style:-translate-y-2 data-starting-style:opacity-0 data-ending-style:opacity-0 data-ending-style:duration-300 data-limited:hidden"
      >
        <Base.Content className="flex items-start gap-3 py-1.5 ps-3 pe-1.5">
          <span aria-hidden className={clsx('mt-2 shrink-0 [&_svg]:size-5', tones[type])}>
            {icon ?? <Icon />}
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
            <div className="grid min-w-0 flex-[1_1_12rem] gap-0.5 py-1.5 text-14">
              <Base.Title className="font-semibold" />
              <Base.Description className="wrap-anywhere" />
              {showProgress ? (
                <Progress className="mt-1.5" label={title ?? message} hideLabel value={progress} />
              ) : null}
            </div>
            {actions.length > 0 ? (
              <div className={clsx('flex flex-wrap gap-1', actions.length > 1 && 'pb-1.5')}>
                {actions.map((action) => (
                  <ActionButton key={action.label} notificationId={id} action={action} />
                ))}
              </div>
            ) : null}
          </div>
          <Base.Close
            aria-label="Close"
            render={<IconButton label="Close" icon={<X aria-hidden />} />}
            onClick={() => dismiss(id, 'person')}
          />
        </Base.Content>
      </Base.Root>
    );
  });
}

const actionLooks = {
  primary: 'bg-accent px-3 text-accent-ink hover:bg-accent-hover',
  quiet: 'border border-line-strong px-3 hover:bg-accent-soft',
  danger: 'border border-line-strong px-3 text-danger hover:bg-danger-soft',
  plain: 'px-2 text-accent first:-ms-2 hover:bg-accent-soft',
};

function ActionButton({ notificationId, action }: { notificationId: string; action: NotificationAction }) {
  return (
    <button
      type="button"
      className={clsx(
        'inline-flex min-h-11 items-center rounded-10 text-14 font-semibold transition-colors duration-150 pointer-fine:min-h-8',
        actionLooks[action.variant ?? 'plain'],
      )}
      onClick={() => {
        action.onClick();
        dismiss(notificationId, 'action');
      }}
    >
      {action.label}
    </button>
  );
}
