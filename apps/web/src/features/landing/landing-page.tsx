import type { Ref } from 'react';
import type { LandingSession } from './landing-behaviour.ts';
import { ai, navigation } from './landing-content.ts';
import { LandingHeader, LandingHero } from './landing-head.tsx';
import { ClosingSection, FeatureSection, LandingFooter, StatList, UseCaseSection } from './landing-sections.tsx';
import { ProductPicture } from './product-picture.tsx';

/** Which platform the page is made for. Both hold at every width; they differ in what comes first and how much unfolds. */
export type LandingVariant = 'mobile' | 'desktop';

interface LandingPageProps {
  variant: LandingVariant;
  session: LandingSession;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Plain markup, also without any script: the server sends it as it is. What it does is in `landing-behaviour.ts`;
 * `data-session` shows what belongs to a visitor and what to somebody signed in, without moving anything.
 */
export function LandingPage({ variant, session, ref }: LandingPageProps) {
  return (
    <div ref={ref} data-landing={variant} data-session={session} className="group/landing flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-10 focus:bg-accent focus:px-4 focus:py-2 focus:text-accent-ink"
      >
        {navigation.skip}
      </a>
      <LandingHeader session={session} variant={variant} />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <LandingHero variant={variant} session={session} />
        <StatList />
        <FeatureSection variant={variant} />
        <UseCaseSection variant={variant} />
        <AiSection variant={variant} />
        <ClosingSection session={session} />
      </main>
      <LandingFooter />
    </div>
  );
}

function AiSection({ variant }: { variant: LandingVariant }) {
  return (
    <section aria-labelledby="ai" className="border-y border-line bg-surface">
      <div className="mx-auto grid w-full max-w-6xl items-center gap-10 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-[1fr_1.4fr]">
        <div className="grid gap-4">
          <h2 id="ai" className="font-serif text-28 font-semibold tracking-tight text-balance sm:text-36">
            {ai.title}
          </h2>
          <p className="text-16 text-ink-muted sm:text-18">{ai.lead}</p>
          <ul className="mt-2 grid gap-3">
            {ai.points.map((point) => (
              <li key={point} className="border-s-2 border-accent ps-4">
                {point}
              </li>
            ))}
          </ul>
        </div>
        <div className={variant === 'mobile' ? 'mx-auto w-full max-w-96' : undefined}>
          <ProductPicture name="answer" variant={variant} />
        </div>
      </div>
    </section>
  );
}
