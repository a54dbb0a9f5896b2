import { Toast as Base } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import type { ToastPlace } from './toast-host.tsx';
import { closeToast, presentToasts, type Toast, toastEnterDelayMs, toastLimit } from './toasts.ts';

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };
const tones = { success: 'text-success', info: 'text-info', warning: 'text-warning', error: 'text-danger' };

// Bottom places are raised on phones, above the thumb's navigation.
const places: Record<ToastPlace, string> = {
  'top-right': 'top-0 end-0',
  'top-center': 'top-0 inset-x-0 mx-auto',
  'top-left': 'top-0 start-0',
  'bottom-right': 'bottom-0 end-0 max-md:bottom-16',
  'bottom-center': 'bottom-0 inset-x-0 mx-auto max-md:bottom-16',
  'bottom-left': 'bottom-0 start-0 max-md:bottom-16',
};

export function ToastViewport({ place }: { place: ToastPlace }) {
  const [manager] = useState(() => Base.createToastManager<Toast>());
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const stop = presentToasts({
      add(toast) {
        const timer = setTimeout(() => {
          timers.delete(toast.id);
          manager.add({
            id: toast.id,
            title: toast.title,
            description: toast.message,
            timeout: toast.durationMs,
            // Errors interrupt what is being read, the others wait their turn.
            priority: toast.kind === 'error' ? 'high' : 'low',
            data: toast,
            onClose: () => closeToast(toast.id, 'time'),
          });
        }, toastEnterDelayMs);
        timers.set(toast.id, timer);
      },
      close(id) {
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

  return (
    <Base.Provider toastManager={manager} limit={toastLimit}>
      <Base.Portal>
        <Base.Viewport
          className={clsx(
            'fixed z-60 flex w-[min(24rem,100vw)] gap-2 p-3 outline-none empty:hidden',
            'pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(0.75rem,env(safe-area-inset-bottom))]',
            place.startsWith('top') ? 'flex-col' : 'flex-col-reverse',
            places[place],
          )}
        >
          <ToastRows />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastRows() {
  const { toasts } = Base.useToastManager<Toast>();
  return toasts.map((row) => {
    const toast = row.data;
    if (!toast) return null;
    const Icon = icons[toast.kind];
    return (
      <Base.Root
        key={row.id}
        toast={row}
        swipeDirection={['up', 'right', 'left']}
        data-tone={toast.kind}
        className="rounded-10 border border-line bg-raised text-ink shadow-float transition-[opacity,translate] duration-150 ease-out motion-reduce:transition-none data-starting-style:-translate-y-2 data-starting-style:opacity-0 data-ending-style:opacity-0 data-ending-style:duration-300 data-limited:hidden"
      >
        <Base.Content className="flex items-start gap-3 py-1.5 ps-3 pe-1.5">
          <Icon aria-hidden className={clsx('mt-2 size-5 shrink-0', tones[toast.kind])} />
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
            <div className="grid min-w-0 flex-[1_1_12rem] gap-0.5 py-1.5 text-14">
              <Base.Title className="font-semibold" />
              <Base.Description className="wrap-anywhere" />
            </div>
            {toast.action ? (
              <Base.Action
                className="-ms-2 inline-flex min-h-11 items-center rounded-10 px-2 text-14 font-semibold text-accent transition-colors duration-150 hover:bg-accent-soft pointer-fine:min-h-8"
                onClick={() => {
                  toast.action?.onSelect();
                  closeToast(toast.id, 'action');
                }}
              >
                {toast.action.label}
              </Base.Action>
            ) : null}
          </div>
          <Base.Close
            aria-label="Close"
            render={<IconButton label="Close" icon={<X aria-hidden />} />}
            onClick={() => closeToast(toast.id, 'person')}
          />
        </Base.Content>
      </Base.Root>
    );
  });
}
