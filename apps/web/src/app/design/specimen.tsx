import type { ReactNode } from 'react';

const themes = [
  { theme: 'light', name: 'Light' },
  { theme: 'dark', name: 'Dark' },
] as const;

interface SpecimenProps {
  id: string;
  title: string;
  /** What to look at, in a sentence. */
  note?: string;
  children: ReactNode;
}

/** One family of parts, shown in both themes side by side. */
export function Specimen({ id, title, note, children }: SpecimenProps) {
  return (
    <SectionFrame id={id} title={title} note={note}>
      <div className="grid gap-px overflow-hidden rounded-16 border border-line bg-line lg:grid-cols-2">
        {themes.map(({ theme, name }) => (
          <div key={theme} data-theme={theme} data-panel={theme} className="min-w-0 bg-paper p-4 text-ink sm:p-6">
            <p className="mb-4 text-12 font-medium text-ink-muted">{name}</p>
            {children}
          </div>
        ))}
      </div>
    </SectionFrame>
  );
}

/** Parts that float above the page stand in the page's own theme. */
export function LiveSpecimen({ id, title, note, children }: SpecimenProps) {
  return (
    <SectionFrame id={id} title={title} note={note}>
      <div className="rounded-16 border border-line p-4 sm:p-6">{children}</div>
    </SectionFrame>
  );
}

function SectionFrame({ id, title, note, children }: SpecimenProps) {
  return (
    <section aria-labelledby={id} data-section={id} className="grid min-w-0 grid-cols-1 gap-3">
      <div>
        <h2 id={id} className="text-22 font-semibold tracking-tight">
          {title}
        </h2>
        {note ? <p className="max-w-[66ch] text-14 text-ink-muted">{note}</p> : null}
      </div>
      {children}
    </section>
  );
}

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start justify-items-start gap-1.5">
      <span className="text-12 text-ink-muted">{name}</span>
      {children}
    </div>
  );
}

export function States({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-x-6 gap-y-4">{children}</div>;
}
