import { clsx } from 'clsx';
import { type ReactNode, useEffect } from 'react';
import { useByThumb } from '../lib/use-by-thumb.ts';
import { BackButton } from './back-button.tsx';
import { FloatingAction, type PrimaryAction, PrimaryButton } from './primary-action.tsx';

export const productName = 'Cairn';

/** The tab's title while the screen is shown. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName;
  }, [title]);
}

export type PageWidth = 'form' | 'list' | 'full';

interface PageFrameProps {
  /** How far its content goes. All begin at the same edge, so that headings stay where they are from screen to screen. */
  width?: PageWidth | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const widths: Record<PageWidth, string> = { form: 'max-w-md', list: 'max-w-3xl', full: '' };

/** The place of every screen that is neither read nor written in. */
export function PageFrame({ width = 'list', className, children }: PageFrameProps) {
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-6 pb-8 sm:px-6 sm:pt-10 sm:pb-12">
      <div className={clsx(widths[width], className)}>{children}</div>
    </div>
  );
}

interface PageProps {
  title: string;
  /** What the heading says, where it is more than the title. */
  heading?: ReactNode;
  /** Under the heading. */
  lead?: ReactNode;
  /** The screen above this one. On small screens a button leads to the previous page, or there when there is none. */
  back?: string | undefined;
  /** Beside the heading. */
  actions?: ReactNode;
  /** Beside the heading too; on phones it floats where the thumb is. */
  primary?: PrimaryAction | undefined;
  width?: PageWidth;
  children: ReactNode;
}

/** A screen with its heading. The heading takes the focus when the screen is opened from another one. */
export function Page({ title, heading, lead, back, actions, primary, width = 'list', children }: PageProps) {
  const byThumb = useByThumb();
  useDocumentTitle(title);
  const floats = byThumb && primary !== undefined;
  const inHeading = floats ? undefined : primary;
  return (
    <PageFrame width={width} className={floats ? 'pb-18' : undefined}>
      <header className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div
          className={clsx('grid min-w-0 flex-1 gap-2', (actions || inHeading) && (lead ? 'basis-64' : 'basis-auto'))}
        >
          <div className="flex min-w-0 items-start gap-1">
            {back === undefined ? null : <BackButton parent={back} className="-ms-2.5 -mt-1.25 md:hidden" />}
            <h1 tabIndex={-1} className="min-w-0 text-28 font-semibold tracking-tight text-balance wrap-anywhere">
              {heading ?? title}
            </h1>
          </div>
          {lead ? <div className="max-w-[66ch] text-pretty text-ink-muted">{lead}</div> : null}
        </div>
        {actions || inHeading ? (
          <div className="flex flex-wrap items-center gap-2">
            {actions}
            {inHeading ? <PrimaryButton action={inHeading} /> : null}
          </div>
        ) : null}
      </header>
      {children}
      {floats ? <FloatingAction action={primary} /> : null}
    </PageFrame>
  );
}
