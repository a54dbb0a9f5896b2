import type { QuotaResult } from '@cairn/contracts/plans';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { resetUsageToday, spendTestRequest } from '../../data/usage.ts';
import { formatMoment } from '../../lib/dates.ts';
import { type QuotaView, useQuota, useTier } from '../../runtime/usage/usage-provider.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OfferCard } from './upgrade-prompt.tsx';
import { mayResetQuery } from './usage-queries.ts';
import { formatNumber } from './usage-words.ts';

/** What the server would decide about the next AI request of who is signed in. Nothing, while that is nobody. */
export function LiveQuota() {
  const view = useQuota();
  const tier = useTier();
  if (!view) return null;
  const { checked } = view;
  return (
    <section aria-labelledby="live-quota" className="grid gap-4">
      <h2 id="live-quota" className="text-18 font-semibold">
        Your quota now
      </h2>
      {checked ? <Result quota={checked.quota} /> : <Skeleton className="appear-late h-48 w-full" />}
      <div role="status" className="grid gap-3 empty:sr-only">
        {checked?.failedOpen ? (
          <Banner tone="warning" title="The quota could not be checked">
            {checked.failedOpen} Requests are let through with the whole day’s limit; the server counts them all the
            same.
          </Banner>
        ) : null}
        {checked && !checked.quota.allowed ? <Refused quota={checked.quota} /> : null}
      </div>
      <Actions view={view} />
      {tier ? (
        <details>
          <summary className="w-fit cursor-pointer py-3 text-14 text-ink-muted pointer-fine:py-1.5">
            How your plan was found
          </summary>
          <Facts
            facts={[
              ['Tier', tier.info.tier],
              ['Source', tier.info.source],
              ['Step', tier.classification.debug.step],
              ['Active', tier.info.isActive ? 'yes' : 'no'],
              ['Classified as', tier.classification.tier],
              ['Requests a day', formatNumber(tier.classification.capabilities.dailyRequestLimit)],
              ['Models', tier.classification.capabilities.modelAccess.join(', ')],
              ['Steps that failed', tier.failures.map(({ step }) => step).join(', ') || 'none'],
            ]}
          />
        </details>
      ) : null}
    </section>
  );
}

const Result = ({ quota }: { quota: QuotaResult }) => (
  <Facts
    facts={[
      ['Next request', quota.allowed ? 'allowed' : 'refused'],
      ['Used today', formatNumber(quota.used)],
      ['Limit', formatNumber(quota.limit)],
      ['Remaining', formatNumber(quota.remaining)],
      ['Starts anew', formatMoment(quota.resetTime)],
      ['Tier', quota.tier],
    ]}
  />
);

function Refused({ quota: { upgrade } }: { quota: QuotaResult }) {
  const title = 'No AI requests left for now';
  return upgrade ? (
    <OfferCard title={title} offer={upgrade} />
  ) : (
    <Banner tone="warning" title={title}>
      Searching and reading go on without a limit.
    </Banner>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-8 rounded-16 border border-line bg-surface px-4 py-2 text-14 tabular-nums sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="text-end font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ view }: { view: QuotaView }) {
  const mayReset = useQuery(mayResetQuery(view.userId));
  const spending = useMutation({ mutationFn: spendTestRequest, onSettled: view.charged });
  const resetting = useMutation({ mutationFn: resetUsageToday, onSettled: view.refresh });
  const problem = spending.error ?? resetting.error;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button busy={spending.isPending} onClick={() => spending.mutate()}>
          Spend one test request
        </Button>
        {mayReset.data ? (
          <Button look="quiet" busy={resetting.isPending} onClick={() => resetting.mutate()}>
            Reset today’s usage
          </Button>
        ) : null}
      </div>
      <p className="text-13 text-ink-muted">
        A test request counts like any other, and does nothing.
        {mayReset.data ? ' The reset takes back what was counted today.' : ''}
      </p>
      <div role="alert" className="empty:hidden">
        {problem ? <Banner tone="danger">{problem.message}</Banner> : null}
      </div>
    </div>
  );
}
