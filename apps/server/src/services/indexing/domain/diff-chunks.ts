/** A row of `search_chunks` as far as the difference needs it. */
export interface StoredChunk {
  /** bigint as text. */
  id: string;
  ordinal: number;
  textHash: string;
  startOffset: number;
  heading: string | null;
  language: string;
}

export interface WantedChunk {
  ordinal: number;
  text: string;
  textHash: string;
  startOffset: number;
  heading: string | null;
  language: string;
}

export interface ChunkDifference {
  /** Ids of rows to delete. */
  remove: string[];
  /** Rows whose text stays and whose place changes. */
  move: { id: string; ordinal: number; startOffset: number }[];
  insert: WantedChunk[];
}

const keyOf = (chunk: StoredChunk | WantedChunk): string =>
  `${chunk.textHash} ${chunk.language} ${chunk.heading ?? ''}`;

/** What turns the stored rows into the wanted ones, keeping every row whose text is still there (equal texts in their order). */
export function diffChunks(stored: readonly StoredChunk[], wanted: readonly WantedChunk[]): ChunkDifference {
  const byKey = new Map<string, StoredChunk[]>();
  for (const chunk of [...stored].sort((a, b) => b.ordinal - a.ordinal)) {
    const key = keyOf(chunk);
    const list = byKey.get(key);
    if (list) list.push(chunk);
    else byKey.set(key, [chunk]);
  }
  const difference: ChunkDifference = { remove: [], move: [], insert: [] };
  for (const chunk of wanted) {
    const kept = byKey.get(keyOf(chunk))?.pop();
    if (!kept) difference.insert.push(chunk);
    else if (kept.ordinal !== chunk.ordinal || kept.startOffset !== chunk.startOffset)
      difference.move.push({ id: kept.id, ordinal: chunk.ordinal, startOffset: chunk.startOffset });
  }
  for (const list of byKey.values()) for (const chunk of list) difference.remove.push(chunk.id);
  return difference;
}
