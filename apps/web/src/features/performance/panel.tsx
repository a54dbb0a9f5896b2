import type { ReactNode } from 'react';
import { useId } from 'react';

interface PanelProps {
  title: string;
  /** What the figures are of. */
  lead?: ReactNode;
  children: ReactNode;
}

/** One group of measurements. */
export function Panel({ title, lead, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-16 border border-line bg-surface p-4 sm:p-6"
    >
      <header className="grid gap-1">
        <h2 id={id} className="text-18 font-semibold">
          {title}
        </h2>
        {lead ? <p className="max-w-[66ch] text-13 text-ink-muted">{lead}</p> : null}
      </header>
      {children}
    </section>
  );
}
