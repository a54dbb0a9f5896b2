import { plans, type UpgradeOffer, upgradeOffer } from '@cairn/contracts/plans';
import { Sparkles } from 'lucide-react';
import { useOwnProfile } from '../../runtime/own-profile.ts';
import { PlaceLink } from '../../runtime/place-link.tsx';
import { useHybridUsage, useUsage } from '../../runtime/usage/usage-provider.tsx';
import { showsUpgradePrompt } from '../../runtime/usage/usage-rules.ts';
import { buttonClass } from '../../ui/button.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { formatNumber, formatPrice, monthInWords, requestsInWords } from './usage-words.ts';

/** For free users who have used much of the month: of their imports or of their AI requests. `compact`: for the sidebar. */
export function UpgradePrompt({ compact = false }: { compact?: boolean }) {
  const hybrid = useHybridUsage()?.usage;
  const usage = useUsage()?.usage;
  const offer = upgradeOffer('free');
  // Unless they said otherwise.
  const wanted = useOwnProfile(({ preferences }) => preferences.upgradePrompts) ?? true;
  const nearly = [
    hybrid && showsUpgradePrompt(hybrid.tier, hybrid.percentage) ? monthInWords(hybrid) : null,
    usage && showsUpgradePrompt(usage.tier, usage.usage_percentage) ? requestsInWords(usage) : null,
  ].filter((words) => words !== null);
  if (nearly.length === 0 || !offer || !wanted) return null;
  const title = `You have used ${nearly.join(' and ')}`;
  if (!compact) return <OfferCard title={title} offer={offer} />;
  return (
    <p className="grid rounded-10 bg-accent-soft px-3 py-2 text-13">
      {title}
      <PlaceLink href="/pricing" className={`${textLinkClass} min-h-11 text-start font-medium pointer-fine:min-h-8`}>
        Upgrade to Plus
      </PlaceLink>
    </p>
  );
}

/** What the next plan brings. Also where something was refused. */
export function OfferCard({ title, offer }: { title: string; offer: UpgradeOffer }) {
  const next = plans[offer.nextTier];
  return (
    <div className="grid gap-2 rounded-10 bg-accent-soft p-3 text-13">
      <p className="font-medium">{title}</p>
      <p className="text-ink-muted">
        {next.name}: {formatNumber(next.dailyRequests)} AI requests a day
        {next.monthlyImports === null ? '' : ` and ${formatNumber(next.monthlyImports)} imports a month`}, for{' '}
        {formatPrice(offer.price)} a month.
      </p>
      <PlaceLink href="/pricing" className={buttonClass('quiet', 'justify-self-start')}>
        <Sparkles aria-hidden className="size-4" />
        Upgrade to Plus
      </PlaceLink>
    </div>
  );
}
