import type { Cost } from './anchor.ts';

export interface Aligned {
  /** Edit distance between the two pieces. */
  distance: number;
  /** First and last place in `found` that a best alignment gives to the boundary before `wanted[index]`. */
  firstAt(index: number): number;
  lastAt(index: number): number;
}

/** Letter by letter, every cell: for the short pieces between two places that are known. */
export function alignGap(wanted: string, found: string, cost?: Cost): Aligned {
  const rows = wanted.length + 1;
  const columns = found.length + 1;
  if (cost) cost.steps += rows * columns;
  const cells = new Uint16Array(rows * columns);
  for (let column = 0; column < columns; column += 1) cells[column] = column;
  for (let row = 1; row < rows; row += 1) {
    const unit = wanted.charCodeAt(row - 1);
    const base = row * columns;
    cells[base] = row;
    for (let column = 1; column < columns; column += 1) {
      const above = base - columns + column;
      const replaced = (cells[above - 1] ?? 0) + (found.charCodeAt(column - 1) === unit ? 0 : 1);
      const removed = (cells[above] ?? 0) + 1;
      const added = (cells[base + column - 1] ?? 0) + 1;
      cells[base + column] = Math.min(replaced, removed, added);
    }
  }
  /** The cheapest way back from the end, until the row is reached. */
  const boundary = (index: number, late: boolean): number => {
    let row = rows - 1;
    let column = columns - 1;
    let reached = row === index ? column : -1;
    if (row === index && late) return column;
    while (row > index || (row === index && column > 0)) {
      const here = cells[row * columns + column] ?? 0;
      const same = row > 0 && column > 0 && wanted.charCodeAt(row - 1) === found.charCodeAt(column - 1) ? 0 : 1;
      if (row > 0 && column > 0 && here === (cells[(row - 1) * columns + column - 1] ?? 0) + same) {
        if (row === index) break;
        row -= 1;
        column -= 1;
      } else if (column > 0 && here === (cells[row * columns + column - 1] ?? 0) + 1) {
        column -= 1;
      } else {
        if (row === index) break;
        row -= 1;
      }
      if (row === index) {
        if (late) return column;
        reached = column;
      }
    }
    return Math.max(0, reached);
  };
  return {
    distance: cells[rows * columns - 1] ?? 0,
    firstAt: (index) => boundary(index, false),
    lastAt: (index) => boundary(index, true),
  };
}
