import { useConnection } from '../../runtime/connection/use-connection.ts';
import { PlaceLink } from '../../runtime/place-link.tsx';
import { useHybridUsage } from '../../runtime/usage/usage-provider.tsx';
import { showsWarningDot } from '../../runtime/usage/usage-rules.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UsageBar, WarningDot } from './usage-bar.tsx';
import { formatPercent, monthInWords } from './usage-words.ts';

const frame = 'grid w-full gap-1.5 rounded-10 px-3 py-2 text-start text-13';

/** The month's use in the sidebar; leads to the detail. Nothing, while nobody is signed in. */
export function UsageMeter() {
  const view = useHybridUsage();
  const connection = useConnection();
  if (!view) return null;
  const { usage, status } = view;
  if (!usage && status !== 'error' && connection === 'online') {
    return (
      <div aria-hidden className={frame}>
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-1.5 w-full" />
        <Skeleton className="h-3 w-3/4" />
      </div>
    );
  }
  return (
    <PlaceLink href="/profile#usage" className={`${frame} hover:bg-accent-soft`}>
      <span className="flex items-center gap-2">
        <span className="flex-1 font-medium">AI usage</span>
        {usage && showsWarningDot(usage.percentage) ? <WarningDot /> : null}
        {usage ? <span className="text-ink-muted tabular-nums">{formatPercent(usage.percentage)}</span> : null}
      </span>
      {usage ? <UsageBar percentage={usage.percentage} /> : null}
      <span className="text-12 text-ink-muted tabular-nums">
        {usage ? monthInWords(usage) : 'Not known at the moment'}
      </span>
    </PlaceLink>
  );
}

/** The same in the top bar of small screens: a number. */
export function UsagePercentLink() {
  const usage = useHybridUsage()?.usage;
  if (!usage) return null;
  return (
    <PlaceLink
      href="/profile#usage"
      label={`AI usage: ${formatPercent(usage.percentage)}, ${monthInWords(usage)}`}
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-10 px-2 text-13 text-ink-muted tabular-nums hover:bg-accent-soft"
    >
      {showsWarningDot(usage.percentage) ? <WarningDot /> : null}
      {formatPercent(usage.percentage)}
    </PlaceLink>
  );
}
