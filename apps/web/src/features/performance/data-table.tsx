import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Column {
  name: string;
  /** Figures stand at the end, so that their digits are above each other. */
  figure?: boolean;
}

interface DataTableProps {
  caption: string;
  columns: readonly Column[];
  /** The first cell of a row names it. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table that scrolls by itself where the screen is narrow. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  const side = (column: number) => (columns[column]?.figure ? 'text-end whitespace-nowrap' : 'text-start');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section aria-label={`${caption}, table`} tabIndex={0} className="-mx-1 overflow-x-auto px-1">
      <table className="w-full text-13 tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-ink-muted">
            {columns.map(({ name }, place) => (
              <th key={name} scope="col" className={clsx('py-1.5 pe-3 font-medium last:pe-0', side(place))}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-b border-line align-top last:border-0">
              {cells.map((cell, place) =>
                place === 0 ? (
                  <th
                    key={columns[0]?.name}
                    scope="row"
                    className="min-w-28 py-1.5 pe-3 text-start font-normal wrap-break-word"
                  >
                    {cell}
                  </th>
                ) : (
                  <td key={columns[place]?.name} className={clsx('py-1.5 pe-3 last:pe-0', side(place))}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
