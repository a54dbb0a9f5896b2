import { clsx } from 'clsx';
import { type ReactNode, useEffect } from 'react';

export const productName = 'Cairn';

/** The tab's title while the screen is shown. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName;
  }, [title]);
}

interface PageProps {
  title: string;
  /** Under the heading. */
  lead?: ReactNode;
  children: ReactNode;
  width?: 'form' | 'list' | 'full';
}

const widths = { form: 'max-w-md', list: 'max-w-3xl', full: 'max-w-7xl' };

/** A screen with its heading. The heading takes the focus when the screen is opened from another one. */
export function Page({ title, lead, children, width = 'list' }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className={clsx('mx-auto w-full px-4 py-8 sm:px-6 sm:py-12', widths[width])}>
      <header className="mb-6 grid gap-2">
        <h1 tabIndex={-1} className="text-28 font-semibold tracking-tight text-balance">
          {title}
        </h1>
        {lead ? <div className="max-w-[66ch] text-pretty text-ink-muted">{lead}</div> : null}
      </header>
      {children}
    </div>
  );
}
