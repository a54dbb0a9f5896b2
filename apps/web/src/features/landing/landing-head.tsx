import { Mark } from '../../ui/brand.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { productName } from '../../ui/page.tsx';
import { getStartedHref, type LandingSession } from './landing-behaviour.ts';
import { hero, navigation } from './landing-content.ts';
import type { LandingVariant } from './landing-page.tsx';
import { ProductPicture } from './product-picture.tsx';

interface LandingPartProps {
  session: LandingSession;
  variant: LandingVariant;
}

const navLink =
  'inline-flex min-h-11 items-center rounded-10 px-3 text-14 font-medium text-ink-muted hover:bg-accent-soft hover:text-ink';

/** The three faces of the account corner lie on each other, so that the place keeps its size whichever is shown. */
const face = 'col-start-1 row-start-1 flex items-center justify-end gap-1 invisible';

export function LandingHeader({ session, variant }: LandingPartProps) {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-paper pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex min-h-14 w-full max-w-6xl items-center gap-1 px-2 sm:gap-2 sm:px-4">
        <a
          href="/"
          aria-label={productName}
          className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-10 px-2 font-semibold tracking-tight"
        >
          <Mark className="size-6 text-accent" />
          <span className="max-sm:hidden">{productName}</span>
        </a>
        <nav aria-label="Main" className="ms-auto flex items-center gap-1 sm:gap-2">
          <a href="/community" className={navLink}>
            {navigation.community}
          </a>
          <div className="grid">
            <span
              className={`${face} group-data-[session=unknown]/landing:visible [@media(scripting:none)]:hidden`}
              data-testid="session-placeholder"
              aria-hidden="true"
            >
              <span className="h-9 w-24 rounded-10 bg-line" />
            </span>
            <span className={`${face} group-data-[session=out]/landing:visible [@media(scripting:none)]:visible`}>
              <a href="/sign-in" data-action="sign-in" className={navLink}>
                {hero.signIn}
              </a>
              {variant === 'desktop' ? (
                <a
                  href={getStartedHref(session)}
                  data-action="get-started"
                  className={buttonClass('primary', 'max-sm:hidden')}
                >
                  {hero.getStarted}
                </a>
              ) : null}
            </span>
            <span className={`${face} group-data-[session=in]/landing:visible`}>
              <a href="/dashboard" className={navLink}>
                {navigation.dashboard}
              </a>
            </span>
          </div>
        </nav>
      </div>
    </header>
  );
}

/** Widths in rem, not in characters: nothing may move when the fonts arrive. */
export function LandingHero({ session, variant }: LandingPartProps) {
  const mobile = variant === 'mobile';
  return (
    <section className="mx-auto grid w-full max-w-6xl gap-10 px-4 pt-10 pb-14 sm:px-6 sm:pt-20 sm:pb-20">
      <div className={mobile ? 'grid justify-items-start gap-5' : 'grid justify-items-center gap-6 text-center'}>
        <h1
          tabIndex={-1}
          className="w-full max-w-[34rem] font-serif text-36 font-semibold tracking-tight text-balance sm:text-48"
        >
          {hero.title}
        </h1>
        <p className="w-full max-w-[42rem] text-16 text-ink-muted text-pretty sm:text-18">{hero.lead}</p>
        <div className="flex flex-wrap gap-3">
          <a
            href={getStartedHref(session)}
            data-action="get-started"
            className={buttonClass('primary', 'px-6 pointer-fine:min-h-11')}
          >
            {hero.getStarted}
          </a>
          <a
            href="/sign-in"
            data-action="sign-in"
            className={buttonClass('quiet', 'px-6 pointer-fine:min-h-11 group-data-[session=in]/landing:invisible')}
          >
            {hero.signIn}
          </a>
        </div>
        <ul className={`flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-muted ${mobile ? '' : 'justify-center'}`}>
          {hero.claims.map((claim) => (
            <li key={claim} className="flex items-center gap-2">
              <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />
              {claim}
            </li>
          ))}
        </ul>
      </div>
      <div className={mobile ? 'mx-auto w-full max-w-96' : undefined}>
        <ProductPicture name="reader" variant={variant} first />
      </div>
    </section>
  );
}
