import { plans, type Tier, tiers, usageTypeOf } from '@cairn/contracts/plans';
import { useState } from 'react';
import {
  percentageOf,
  requestAllowed,
  showsUpgradePrompt,
  showsWarningDot,
  usageColour,
} from '../../runtime/usage/usage-rules.ts';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { UsageBar, WarningDot } from './usage-bar.tsx';
import { countedAs, formatNumber, formatPercent } from './usage-words.ts';

const choices = tiers.map((tier) => ({ value: tier, label: plans[tier].name }));

/** What the meter shows of a plan at a number, with the rules that the real one follows. */
export function UsageCalculator() {
  const [tier, setTier] = useState<Tier>('free');
  const [typed, setTyped] = useState('7');
  const used = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
  const type = usageTypeOf(tier);
  const { monthlyImports, monthlyRequests } = plans[tier];
  const limit = type === 'api_requests' ? monthlyRequests : monthlyImports;
  return (
    <section aria-labelledby="calculator" className="grid gap-4">
      <h2 id="calculator" className="text-18 font-semibold">
        What the meter would show
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Plan" value={tier} onValueChange={setTier} options={choices} />
        <TextField
          label={`Used of ${limit === null ? 'unlimited' : formatNumber(limit)} ${countedAs(type)} this month`}
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={used === null ? 'A whole number, please' : undefined}
        />
      </div>
      {used === null ? null : <Outcome tier={tier} used={used} limit={limit} />}
    </section>
  );
}

function Outcome({ tier, used, limit }: { tier: Tier; used: number; limit: number | null }) {
  const percentage = percentageOf(used, limit);
  const remaining = limit === null ? Number.POSITIVE_INFINITY : Math.max(limit - used, 0);
  const rows = [
    ['Colour', usageColour(percentage)],
    ['Warning dot', showsWarningDot(percentage) ? 'shown' : 'not shown'],
    ['Upgrade prompt', showsUpgradePrompt(tier, percentage) ? 'shown' : 'not shown'],
    [
      'Next one this month',
      requestAllowed({ tier, status: 'active', requests_remaining: remaining }) ? 'allowed' : 'refused',
    ],
  ] as const;
  return (
    <div className="grid gap-3 rounded-16 border border-line bg-surface p-4">
      <p className="flex items-center gap-2 text-14">
        <span className="flex-1 font-medium">AI usage</span>
        {showsWarningDot(percentage) ? <WarningDot /> : null}
        <output className="text-ink-muted tabular-nums">{formatPercent(percentage)}</output>
      </p>
      <UsageBar percentage={percentage} />
      <dl className="grid gap-x-6 gap-y-1 text-14 sm:grid-cols-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-1">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
