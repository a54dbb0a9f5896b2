import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { IconButton } from './icon-button.tsx';

export type BannerTone = 'danger' | 'warning' | 'success' | 'info';

const icons = { danger: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info };
const tones: Record<BannerTone, string> = {
  danger: 'bg-danger-soft [--tone:var(--danger)]',
  warning: 'bg-warning-soft [--tone:var(--warning)]',
  success: 'bg-success-soft [--tone:var(--success)]',
  info: 'bg-info-soft [--tone:var(--info)]',
};

interface BannerProps {
  tone: BannerTone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Makes it closable. */
  onClose?: (() => void) | undefined;
  /** So that a script can bring the focus here. */
  ref?: Ref<HTMLDivElement>;
  className?: string;
}

/** A message about what just happened. Put it into a live region that is there before the message is. */
export function Banner({ tone, title, children, action, onClose, ref, className }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      data-tone={tone}
      className={clsx('flex items-start gap-3 rounded-10 p-3 text-14', tones[tone], className)}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-(--tone)" />
      <div className="grid min-w-0 flex-1 gap-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {action ? <div className="pt-1">{action}</div> : null}
      </div>
      {onClose ? (
        <IconButton
          label="Close"
          icon={<X aria-hidden />}
          onClick={onClose}
          className="-my-1.5 -me-1.5 hover:bg-transparent"
        />
      ) : null}
    </div>
  );
}
