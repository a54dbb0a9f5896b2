import { ArrowLeftRight, Download, ListChecks, Users } from 'lucide-react';
import { Mark } from '../../ui/brand.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { productName } from '../../ui/page.tsx';
import { getStartedHref, type LandingSession } from './landing-behaviour.ts';
import { closing, features, navigation, stats, useCases } from './landing-content.ts';
import type { LandingVariant } from './landing-page.tsx';

const icons = { tasks: ListChecks, community: Users, transform: ArrowLeftRight, import: Download } as const;
const band = 'mx-auto w-full max-w-6xl px-4 py-16 sm:px-6 sm:py-24';
const headingClass = 'font-serif text-28 font-semibold tracking-tight text-balance sm:text-36';

/** The figure is what is looked at; read aloud, its name comes first. */
export function StatList() {
  return (
    <section aria-label="In figures" className="border-y border-line bg-surface">
      <dl className="mx-auto grid w-full max-w-6xl grid-cols-2 gap-y-8 px-4 py-10 sm:px-6 md:grid-cols-4">
        {stats.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse items-center gap-1 text-center">
            <dt className="text-14 text-ink-muted">{label}</dt>
            <dd className="font-serif text-36 font-semibold tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function FeatureSection({ variant }: { variant: LandingVariant }) {
  const mobile = variant === 'mobile';
  return (
    <section aria-labelledby="features" className={band}>
      <h2 id="features" className={headingClass}>
        {features.title}
      </h2>
      <ul
        className={
          mobile
            ? 'mt-8 grid gap-6 sm:grid-cols-2'
            : 'mt-10 grid gap-px overflow-hidden rounded-16 border border-line bg-line sm:grid-cols-2 lg:grid-cols-4'
        }
      >
        {features.items.map(({ id, title, text }) => {
          const Icon = icons[id];
          return (
            <li
              key={id}
              className={
                mobile
                  ? 'grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1'
                  : 'grid content-start gap-2 bg-surface p-6'
              }
            >
              <Icon
                aria-hidden
                className={mobile ? 'row-span-2 mt-0.5 size-6 text-accent' : 'mb-2 size-6 text-accent'}
              />
              <h3 className="text-16 font-semibold">{title}</h3>
              <p className="text-14 text-ink-muted">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function UseCaseSection({ variant }: { variant: LandingVariant }) {
  return (
    <section aria-labelledby="use-cases" className={`${band} pt-0 sm:pt-0`}>
      <h2 id="use-cases" className={headingClass}>
        {useCases.title}
      </h2>
      <p className="mt-3 max-w-[80ch] text-ink-muted text-pretty sm:text-18">{useCases.lead}</p>
      {variant === 'mobile' ? (
        <div className="mt-6 divide-y divide-line border-y border-line">
          {useCases.items.map(({ title, text }, index) => (
            <details key={title} name="use-case" open={index === 0} className="group/case">
              <summary className="flex min-h-12 items-center justify-between gap-3 text-16 font-semibold">
                {title}
                <span aria-hidden="true" className="text-18 font-normal text-ink-muted group-open/case:rotate-45">
                  +
                </span>
              </summary>
              <p className="pb-4 text-ink-muted">{text}</p>
            </details>
          ))}
        </div>
      ) : (
        <ul className="mt-10 grid gap-x-12 gap-y-8 sm:grid-cols-2">
          {useCases.items.map(({ title, text }) => (
            <li key={title} className="border-t border-line-strong pt-4">
              <h3 className="text-18 font-semibold">{title}</h3>
              <p className="mt-1 max-w-[48ch] text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function ClosingSection({ session }: { session: LandingSession }) {
  return (
    <section aria-labelledby="closing" className={`${band} grid justify-items-center gap-5 text-center`}>
      <Mark className="size-12 text-accent" />
      <h2 id="closing" className={headingClass}>
        {closing.title}
      </h2>
      <p className="max-w-[52ch] text-ink-muted text-pretty sm:text-18">{closing.lead}</p>
      <a
        href={getStartedHref(session)}
        data-action="get-started"
        className={buttonClass('primary', 'px-6 pointer-fine:min-h-11')}
      >
        {closing.action}
      </a>
    </section>
  );
}

export function LandingFooter() {
  return (
    <footer className="border-t border-line pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 text-13 text-ink-muted sm:px-6">
        <p>
          {productName}. {navigation.tagline}
        </p>
        <label className="flex items-center gap-2">
          {navigation.theme}
          <select
            data-theme-picker=""
            className="min-h-11 rounded-10 border border-line-strong bg-surface px-3 text-ink pointer-fine:min-h-8"
          >
            <option value="system">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
      </div>
    </footer>
  );
}
