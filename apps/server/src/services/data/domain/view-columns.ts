/** An output column of a view that is a plain column of another relation. */
export interface ViewColumn {
  /** Position among the view's columns, from 1. */
  readonly number: number;
  /** oid of the relation it comes from. */
  readonly origin: string;
  readonly originNumber: number;
}

const entry = /:resno (\d+) .*?:resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)/s;

/**
 * Reads which columns of a view stand for which columns of its tables from PostgreSQL's stored query tree: only the outermost
 * select list, so anything computed, aggregated or made inside a subquery has no origin.
 */
export function viewColumns(queryTree: string): ViewColumn[] {
  const columns: ViewColumn[] = [];
  for (const text of outermostTargets(queryTree)) {
    const match = entry.exec(text);
    if (match === null) continue;
    const [, number, origin = '0', originNumber, junk] = match;
    if (origin !== '0' && junk === 'false')
      columns.push({ number: Number(number), origin, originNumber: Number(originNumber) });
  }
  return columns;
}

/** The tree is `({QUERY … :targetList ({TARGETENTRY …} …) …})`; the query is at depth 1, its own targets at depth 2. */
function outermostTargets(tree: string): string[] {
  const targets: string[] = [];
  let depth = 0;
  let start = -1;
  for (let index = 0; index < tree.length; index += 1) {
    const character = tree[index];
    if (character === '\\') index += 1;
    else if (character === '{') {
      depth += 1;
      if (depth === 2 && tree.startsWith('{TARGETENTRY ', index)) start = index;
    } else if (character === '}') {
      if (depth === 2 && start >= 0) {
        targets.push(outermostText(tree.slice(start, index + 1)));
        start = -1;
      }
      depth -= 1;
    }
  }
  return targets;
}

/** A target without what is nested in it, so that the fields found are its own. */
function outermostText(target: string): string {
  let depth = 0;
  let text = '';
  for (let index = 0; index < target.length; index += 1) {
    const character = target[index] ?? '';
    if (character === '\\') index += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (depth === 1) text += character;
  }
  return text;
}
