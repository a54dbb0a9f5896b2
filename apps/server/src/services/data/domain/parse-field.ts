import type { FieldRef, JsonStep } from './query-ast.ts';
import type { TextCursor } from './text-cursor.ts';

const jsonIndex = /-?\d+(?=->|::|[.,)]|$)/y;

/** `column`, `column->key`, `column->0->>key`. */
export function parseField(cursor: TextCursor): FieldRef {
  const name = cursor.name();
  return { name, path: parseJsonPath(cursor) };
}

export function parseJsonPath(cursor: TextCursor): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = cursor.take('->>') ? '->>' : cursor.take('->') ? '->' : null;
    if (arrow === null) return path;
    const index = cursor.match(jsonIndex);
    path.push(index === null ? { arrow, key: cursor.name(), isIndex: false } : { arrow, key: index, isIndex: true });
  }
}

/** A comma-separated list of names, as in `columns=` and `on_conflict=`. */
export function parseNames(cursor: TextCursor): string[] {
  const names: string[] = [];
  do {
    names.push(cursor.name());
    cursor.skipSpace();
  } while (cursor.take(','));
  if (!cursor.done) cursor.fail('"," or end of input');
  return names;
}
