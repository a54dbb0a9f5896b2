import * as Y from 'yjs';

/** What the server lacks of the document, or `null`. `state`: everything the server handed out, as one update. */
export function differenceTo(state: Uint8Array | null, doc: Y.Doc): Uint8Array | null {
  if (!state) {
    const isEmpty = doc.store.clients.size === 0;
    return isEmpty ? null : Y.encodeStateAsUpdate(doc);
  }
  const known = Y.encodeStateVectorFromUpdate(state);
  const theirs = Y.decodeStateVector(known);
  const own = Y.decodeStateVector(Y.encodeStateVector(doc));
  const lacksText = [...own].some(([client, clock]) => (theirs.get(client) ?? 0) < clock);
  const lacksDeletions = !Y.equalDeleteSets(
    Y.mergeDeleteSets([Y.decodeUpdate(state).ds]),
    Y.createDeleteSetFromStructStore(doc.store),
  );
  return lacksText || lacksDeletions ? Y.encodeStateAsUpdate(doc, known) : null;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
