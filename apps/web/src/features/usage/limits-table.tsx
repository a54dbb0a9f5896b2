import { plans, type Tier, tiers } from '@cairn/contracts/plans';
import { formatNumber, formatPrice } from './usage-words.ts';

function limitsOf(tier: Tier): readonly (readonly [name: string, value: string])[] {
  const { price, dailyRequests, monthlyRequests, monthlyImports } = plans[tier];
  return [
    ['Price a month', formatPrice(price)],
    ['AI requests a day', formatNumber(dailyRequests)],
    ['AI requests a month', `${formatNumber(monthlyRequests)}${tier === 'free' ? '' : '*'}`],
    ['Imports a month', monthlyImports === null ? 'No limit' : formatNumber(monthlyImports)],
  ];
}

const columns = limitsOf('free').map(([name]) => name);

/** Side by side where there is room, else one plan below the other. */

export function LimitsTable() {
  return (
    <section aria-labelledby="limits" className="grid gap-3">
      <h2 id="limits" className="text-18 font-semibold">
        Limits of each plan
      </h2>
      <ul className="grid gap-3 sm:hidden">
        {tiers.map((tier) => (
          <li key={tier} className="rounded-16 border border-line bg-surface p-4">
            <h3 className="text-14 font-semibold">{plans[tier].name}</h3>
            <dl className="mt-1 grid text-14 tabular-nums">
              {limitsOf(tier).map(([name, value]) => (
                <div key={name} className="flex justify-between gap-4 py-0.5">
                  <dt className="text-ink-muted">{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <div className="overflow-hidden rounded-16 max-sm:hidden border border-line bg-surface">
        <table className="w-full text-14 tabular-nums">
          <caption className="sr-only">Limits of each plan</caption>
          <thead>
            <tr className="border-b border-line text-ink-muted">
              <th scope="col" className="px-4 py-2 text-start font-medium">
                Plan
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" className="px-4 py-2 text-end align-bottom font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier) => (
              <tr key={tier} className="border-b border-line last:border-0">
                <th scope="row" className="px-4 py-2 text-start font-medium">
                  {plans[tier].name}
                </th>
                {limitsOf(tier).map(([name, value]) => (
                  <td key={name} className="px-4 py-2 text-end">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-13 text-ink-muted">
        The day begins at 00:00 UTC. * Of the paid plans the AI requests of the month are shown, not enforced.
      </p>
    </section>
  );
}
