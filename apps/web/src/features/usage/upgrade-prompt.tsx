import { plans, type UpgradeOffer, upgradeOffer } from '@cairn/contracts/plans';
import { Sparkles } from 'lucide-react';
import { useHybridUsage, useUsage } from '../../runtime/usage/usage-provider.tsx';
import { showsUpgradePrompt } from '../../runtime/usage/usage-rules.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PlaceLink } from './place-link.tsx';
import { formatNumber, formatPrice, monthInWords, requestsInWords } from './usage-words.ts';

/** For free users who have used much of the month: of their imports or of their AI requests. */
export function UpgradePrompt() {
  const hybrid = useHybridUsage()?.usage;
  const usage = useUsage()?.usage;
  const offer = upgradeOffer('free');
  const nearly = [
    hybrid && showsUpgradePrompt(hybrid.tier, hybrid.percentage) ? monthInWords(hybrid) : null,
    usage && showsUpgradePrompt(usage.tier, usage.usage_percentage) ? requestsInWords(usage) : null,
  ].filter((words) => words !== null);
  if (nearly.length === 0 || !offer) return null;
  return <OfferCard title={`You have used ${nearly.join(' and ')}`} offer={offer} />;
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
      <PlaceLink href="/pricing" className={buttonClass('primary', 'justify-self-start')}>
        <Sparkles aria-hidden className="size-4" />
        Upgrade to Plus
      </PlaceLink>
    </div>
  );
}
