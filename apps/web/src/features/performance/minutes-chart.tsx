import type { MeasuredMinute } from '@cairn/contracts/server-measurements';
import { useId } from 'react';
import { DataTable } from './data-table.tsx';

interface MinutesChartProps {
  title: string;
  minutes: readonly MeasuredMinute[];
  /** `null`: nothing was measured in this minute. */
  figureOf: (minute: MeasuredMinute) => number | null;
  format: (value: number) => string;
}

const width = 600;
const height = 120;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** One bar a minute, and the same as a table. */
export function MinutesChart({ title, minutes, figureOf, format }: MinutesChartProps) {
  const id = useId();
  const values = minutes.map(figureOf);
  const known = values.filter((value) => value !== null);
  const most = Math.max(1, ...known);
  const step = width / Math.max(minutes.length, 1);
  const [first, last] = [minutes[0], minutes.at(-1)];
  const inWords =
    known.length === 0
      ? `${title}: nothing yet.`
      : `${title}: at most ${format(most)} in the last ${minutes.length} minutes.`;
  return (
    <figure aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-2">
      <figcaption id={id} className="flex flex-wrap justify-between gap-2 text-14 font-semibold">
        {title} <span className="text-13 font-normal text-ink-muted tabular-nums">at most {format(most)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={inWords}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-28 w-full border-b border-line-strong"
      >
        {values.map((value, place) => {
          const tall = value === null ? 0 : Math.max((value / most) * height, value > 0 ? 2 : 0);
          return (
            <rect
              key={minutes[place]?.at}
              x={place * step + step * 0.1}
              y={height - tall}
              width={step * 0.8}
              height={tall}
              className="fill-accent"
            />
          );
        })}
      </svg>
      {first && last ? (
        <div aria-hidden className="flex justify-between text-12 text-ink-muted tabular-nums">
          <span>{clock.format(new Date(first.at))}</span>
          <span>{clock.format(new Date(last.at))}</span>
        </div>
      ) : null}
      <details>
        <summary className="w-fit cursor-pointer py-3 text-13 text-ink-muted pointer-fine:py-1.5">As a table</summary>
        <DataTable
          caption={title}
          columns={[{ name: 'Minute' }, { name: title, figure: true }]}
          rows={minutes
            .map((minute, place) => ({ minute, value: values[place] ?? null }))
            .filter(({ minute }) => minute.requests > 0)
            .map(({ minute, value }) => ({
              key: minute.at,
              cells: [clock.format(new Date(minute.at)), value === null ? '–' : format(value)],
            }))}
        />
      </details>
    </figure>
  );
}
