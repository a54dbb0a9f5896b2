import type { UsageDay } from '@cairn/contracts/plans';
import { formatNumber } from './usage-words.ts';

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const fullDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const height = 96;
const step = 48;
const barWide = 28;

const dateOf = ({ day }: UsageDay): Date => new Date(`${day}T00:00:00Z`);

/** AI requests of each day, as bars and as a table. */
export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const inWords = `${formatNumber(total)} AI requests in ${days.length} days, at most ${formatNumber(most)} in one.`;
  return (
    <div className="grid gap-3">
      {total === 0 ? (
        <p className="text-14 text-ink-muted">Nothing was asked in the last {days.length} days.</p>
      ) : (
        <svg
          role="img"
          aria-label={inWords}
          viewBox={`0 0 ${days.length * step} ${height + 40}`}
          className="w-full max-w-sm"
        >
          {days.map((day, place) => {
            const tall = Math.round((day.requests / most) * height);
            const middle = place * step + step / 2;
            return (
              <g key={day.day} textAnchor="middle" className="tabular-nums">
                <rect
                  x={middle - barWide / 2}
                  y={16 + height - Math.max(tall, 2)}
                  width={barWide}
                  height={Math.max(tall, 2)}
                  rx="4"
                  className={day.requests > 0 ? 'fill-accent' : 'fill-line-strong'}
                />
                {day.requests > 0 ? (
                  <text x={middle} y={10 + height - tall} className="fill-ink text-12">
                    {formatNumber(day.requests)}
                  </text>
                ) : null}
                <text x={middle} y={height + 34} className="fill-ink-muted text-12">
                  {weekday.format(dateOf(day))}
                </text>
              </g>
            );
          })}
        </svg>
      )}
      <details>
        <summary className="w-fit cursor-pointer py-3 text-13 text-ink-muted pointer-fine:py-1.5">As a table</summary>
        <table className="w-full max-w-sm text-13 tabular-nums">
          <caption className="sr-only">AI requests of the last {days.length} days (UTC)</caption>
          <thead>
            <tr className="border-b border-line text-ink-muted">
              <th scope="col" className="py-1.5 text-start font-medium">
                Day
              </th>
              <th scope="col" className="py-1.5 text-end font-medium">
                AI requests
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 text-start font-normal">
                  <time dateTime={day.day}>{fullDay.format(dateOf(day))}</time>
                </th>
                <td className="py-1.5 text-end">{formatNumber(day.requests)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
