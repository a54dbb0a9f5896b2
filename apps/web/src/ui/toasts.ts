/** What happened, said in a corner for a few seconds. Anything may show one: no component and no provider is needed. */
export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  kind: ToastKind;
  title?: string | undefined;
  message: string;
  action?: { label: string; onSelect: () => void } | undefined;
  /** 0: stays until it is closed. Without it the kind decides. */
  durationMs?: number | undefined;
  /** Called once when the toast goes, with what made it go. The place to make an undoable thing final. */
  onClose?: ((by: 'action' | 'time' | 'person' | 'limit') => void) | undefined;
}

export interface Toast extends ToastOptions {
  id: string;
  durationMs: number;
}

export const toastLimit = 5;
export const toastDurations: Record<ToastKind, number> = { success: 4000, info: 5000, warning: 7000, error: 6000 };
/** A toast comes after a moment, so that it is not lost in the change it speaks of. */
export const toastEnterDelayMs = 50;

export interface ToastPresenter {
  add: (toast: Toast) => void;
  close: (id: string) => void;
}

let count = 0;
let presenter: ToastPresenter | undefined;
let open: readonly Toast[] = [];
const wanted = new Set<() => void>();

export function showToast(options: ToastOptions): string {
  count += 1;
  const toast: Toast = {
    ...options,
    id: `toast-${count}`,
    durationMs: options.durationMs ?? toastDurations[options.kind],
  };
  // The oldest one makes room.
  for (const oldest of open.slice(0, Math.max(0, open.length + 1 - toastLimit))) closeToast(oldest.id, 'limit');
  open = [...open, toast];
  if (presenter) presenter.add(toast);
  else for (const listener of wanted) listener();
  return toast.id;
}

export function closeToast(id: string, by: 'action' | 'time' | 'person' | 'limit' = 'person'): void {
  const toast = open.find((candidate) => candidate.id === id);
  if (!toast) return;
  open = open.filter((candidate) => candidate !== toast);
  presenter?.close(id);
  toast.onClose?.(by);
}

/** The toasts that are open, oldest first. */
export function openToasts(): readonly Toast[] {
  return open;
}

/** Whoever draws the toasts. Gets those that were shown before it was there. */
export function presentToasts(next: ToastPresenter): () => void {
  presenter = next;
  for (const toast of open) next.add(toast);
  return () => {
    if (presenter === next) presenter = undefined;
  };
}

/** Tells when a toast waits for somebody to draw it. */
export function onToastWaiting(listener: () => void): () => void {
  wanted.add(listener);
  return () => wanted.delete(listener);
}

const toasts = { show: showToast, close: closeToast };

export function useToasts(): typeof toasts {
  return toasts;
}
