import { plans, tiers } from '@cairn/contracts/plans';
import { formatNumber, formatPrice } from './usage-words.ts';

const columns = ['Price a month', 'AI requests a day', 'AI requests a month', 'Imports a month'];

export function LimitsTable() {
  return (
    <section aria-labelledby="limits" className="grid gap-3">
      <h2 id="limits" className="text-18 font-semibold">
        Limits of each plan
      </h2>
      <div className="overflow-hidden rounded-16 border border-line bg-surface">
        <table className="w-full text-12 tabular-nums sm:text-14">
          <caption className="sr-only">Limits of each plan</caption>
          <thead>
            <tr className="border-b border-line text-ink-muted">
              <th scope="col" className="p-2 text-start font-medium sm:px-4">
                Plan
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" className="p-2 text-end align-bottom font-medium sm:px-4">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier) => {
              const { name, price, dailyRequests, monthlyRequests, monthlyImports } = plans[tier];
              return (
                <tr key={tier} className="border-b border-line last:border-0">
                  <th scope="row" className="p-2 text-start font-medium sm:px-4">
                    {name}
                  </th>
                  <td className="p-2 text-end sm:px-4">{formatPrice(price)}</td>
                  <td className="p-2 text-end sm:px-4">{formatNumber(dailyRequests)}</td>
                  <td className="p-2 text-end sm:px-4">
                    {formatNumber(monthlyRequests)}
                    {tier === 'free' ? null : <span aria-hidden>*</span>}
                  </td>
                  <td className="p-2 text-end sm:px-4">
                    {monthlyImports === null ? 'No limit' : formatNumber(monthlyImports)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="text-13 text-ink-muted">
        The day begins at 00:00 UTC. * Of the paid plans the AI requests of the month are shown, not enforced.
      </p>
    </section>
  );
}
