import { type ReactNode, useRef } from 'react';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';

interface SettingsSectionProps {
  /** Also the fragment of its address. */
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** One subject of the settings, with a heading that links and shortcuts lead to. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  const frame = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(frame, heading);
  return (
    <section
      ref={frame}
      id={id}
      aria-labelledby={`${id}-heading`}
      className="grid min-w-0 scroll-mt-12 gap-5 border-t lg:scroll-mt-0 border-line pt-6 first:border-t-0 first:pt-0"
    >
      <div className="grid gap-1">
        <h2 ref={heading} id={`${id}-heading`} tabIndex={-1} className="text-18 font-semibold outline-offset-4">
          {title}
        </h2>
        {lead ? <p className="max-w-[66ch] text-14 text-ink-muted">{lead}</p> : null}
      </div>
      {children}
    </section>
  );
}
