import { freeAnswersPerHour, type HybridUsage, plans } from '@cairn/contracts/plans';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay } from '../../lib/dates.ts';
import { useConnection } from '../../runtime/connection/use-connection.ts';
import { useSession } from '../../runtime/session.ts';
import { nextDay } from '../../runtime/usage/quota.ts';
import {
  type HybridView,
  UsageProvider,
  useHybridUsage,
  useTier,
  useUsage,
} from '../../runtime/usage/usage-provider.tsx';
import { percentageOf, showsWarningDot } from '../../runtime/usage/usage-rules.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UpgradePrompt } from './upgrade-prompt.tsx';
import { UsageBar, WarningDot } from './usage-bar.tsx';
import { UsageChart } from './usage-chart.tsx';
import { modelsUsedQuery, usageDaysQuery } from './usage-queries.ts';
import { countedAs, daysInWords, formatNumber, formatPercent, formatTime, monthInWords } from './usage-words.ts';

const figures = 'grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3';

/** Everything about one's own usage: to be placed at `#usage` of the profile. Nothing, while nobody is signed in. */
export function UsageDetail() {
  return (
    <UsageProvider>
      <Detail />
    </UsageProvider>
  );
}

function Detail() {
  const view = useHybridUsage();
  const { user } = useSession();
  if (!view || !user) return null;
  return (
    <section id="usage" aria-labelledby="usage-heading" className="grid gap-6">
      <h2 id="usage-heading" className="text-18 font-semibold">
        Usage
      </h2>
      <Trouble view={view} />
      {view.usage ? <Numbers usage={view.usage} /> : view.status === 'error' ? null : <NumbersToCome />}
      <UpgradePrompt />
      <LastDays userId={user.id} used={view.usage?.daily_used} />
      <Costs />
      <Models userId={user.id} used={view.usage?.daily_used} />
    </section>
  );
}

function Trouble({ view: { status, error, usage, refresh } }: { view: HybridView }) {
  const offline = useConnection() !== 'online';
  const kept = usage ? 'What you see is what was known last.' : '';
  return (
    <div role="alert" className="empty:hidden">
      {status !== 'error' && !offline ? null : offline ? (
        <Banner tone="warning" title="You are offline">
          Your usage is read again when the connection is back. {kept}
        </Banner>
      ) : (
        <Banner
          tone="danger"
          title="We could not load your usage"
          action={
            <Button look="quiet" onClick={refresh}>
              Try again
            </Button>
          }
        >
          {error?.message} {kept}
        </Banner>
      )}
    </div>
  );
}

function Numbers({ usage }: { usage: HybridUsage }) {
  const lookup = useUsage()?.usage;
  const { daily_used: today, daily_limit: most, reset_date: reset, days_until_reset: days } = usage;
  const midnight = new Date(nextDay(Date.now()));
  return (
    <div className={figures}>
      <Figure
        name={`${capital(countedAs(usage.usage_type))} this month`}
        words={monthInWords(usage)}
        percentage={usage.percentage}
        limited={usage.monthly_limit !== null}
      >
        Starts anew on <time dateTime={reset}>{formatDay(reset)}</time>, {daysInWords(days)}.
      </Figure>
      <Figure
        name="AI requests today"
        words={`${formatNumber(today)} of ${formatNumber(most)} AI requests today`}
        percentage={percentageOf(today, most)}
      >
        Starts anew at 00:00 UTC: <time dateTime={midnight.toISOString()}>{formatTime(midnight)}</time> where you are.
      </Figure>
      {lookup && usage.usage_type !== 'api_requests' ? (
        <Figure
          name="AI requests this month"
          words={`${formatNumber(lookup.current_usage)} of ${formatNumber(lookup.monthly_limit)} AI requests this month`}
          percentage={lookup.usage_percentage}
        >
          {lookup.tier === 'free' ? `Starts anew ${daysInWords(lookup.days_until_reset)}.` : 'Shown, not enforced.'}
        </Figure>
      ) : null}
    </div>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface FigureProps {
  name: string;
  words: string;
  percentage: number;
  limited?: boolean;
  children: ReactNode;
}

function Figure({ name, words, percentage, limited = true, children }: FigureProps) {
  return (
    <div className="grid content-start gap-2 rounded-16 border border-line bg-surface p-4">
      <h3 className="flex items-center gap-2 text-14 font-semibold">
        <span className="flex-1">{name}</span>
        {showsWarningDot(percentage) ? <WarningDot /> : null}
        {limited ? <span className="font-normal text-ink-muted tabular-nums">{formatPercent(percentage)}</span> : null}
      </h3>
      {limited ? <UsageBar percentage={percentage} /> : null}
      <p className="text-14 tabular-nums">{words}</p>
      <p className="text-13 text-ink-muted tabular-nums">{children}</p>
    </div>
  );
}

function NumbersToCome() {
  return (
    <div className={`appear-late ${figures}`}>
      <p role="status" className="sr-only">
        Loading your usage
      </p>
      {['month', 'day', 'requests'].map((name) => (
        <div key={name} className="grid gap-2 rounded-16 border border-line bg-surface p-4">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </div>
  );
}

function LastDays({ userId, used }: { userId: string; used: number | undefined }) {
  const days = useQuery(usageDaysQuery(userId, used));
  return (
    <section aria-labelledby="usage-days" className="grid gap-3">
      <h3 id="usage-days" className="text-16 font-semibold">
        The last seven days
      </h3>
      <QueryProblem query={days} what="your last seven days" />
      {days.data ? (
        <UsageChart days={days.data} />
      ) : days.isPending && days.fetchStatus !== 'paused' ? (
        <Skeleton className="appear-late h-32 w-full max-w-lg" />
      ) : null}
    </section>
  );
}

function Costs() {
  return (
    <section aria-labelledby="usage-costs" className="grid gap-3 text-14">
      <h3 id="usage-costs" className="text-16 font-semibold">
        What things cost
      </h3>
      <dl className="grid gap-3">
        <div>
          <dt className="font-medium">One question costs 1 AI request</dt>
          <dd className="text-ink-muted">
            Whichever model answers it. When it fails before the answer begins, it is given back. When none are left,
            you can have up to {freeAnswersPerHour} free answers an hour, quoted word for word.
          </dd>
        </div>
        <div>
          <dt className="font-medium">One article or feed item costs 1 import</dt>
          <dd className="text-ink-muted">
            Saved with its text. Your own files, exports and highlights are free; what fails, or is there already, costs
            nothing.
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Models({ userId, used }: { userId: string; used: number | undefined }) {
  const tier = useTier();
  const models = useQuery(modelsUsedQuery(userId, used));
  return (
    <section aria-labelledby="usage-models" className="grid gap-2 text-14">
      <h3 id="usage-models" className="text-16 font-semibold">
        Models
      </h3>
      <QueryProblem query={models} what="the models you used" />
      {models.data ? (
        <p>
          {models.data.length > 0 ? (
            <>
              Answered you in the last seven days: <strong className="font-medium">{models.data.join(', ')}</strong>.
            </>
          ) : (
            'No model has answered you in the last seven days.'
          )}
        </p>
      ) : null}
      {tier ? (
        <p className="text-ink-muted">
          Your plan covers {plans[tier.info.tier].models.join(', ')}. Which models these really are is set where this
          server runs.
        </p>
      ) : null}
    </section>
  );
}
