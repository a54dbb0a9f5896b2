/** A table or view whose rows go into the archive as `data/<file>`. Bodies of notes and articles are files of their own. */
export interface ExportTable {
  file: string;
  /** What is read, with the key as `export_key`: unique, in text, sorted by. */
  sql: string;
}

const rowsOf = (table: string, key = 'id::text', without: readonly string[] = []): string =>
  `select ${key} as export_key, to_jsonb(t)${without.map((column) => ` - '${column}'`).join('')} as row
   from public.${table} t where ${key} > $1 order by ${key} limit $2`;

export const exportTables: readonly ExportTable[] = [
  { file: 'profile.json', sql: rowsOf('profiles', 'id::text', ['is_admin']) },
  { file: 'notes.json', sql: rowsOf('notes', 'id::text', ['document', 'document_seq']) },
  { file: 'articles.json', sql: rowsOf('articles', 'id::text', ['content_html', 'content_text']) },
  { file: 'highlights.json', sql: rowsOf('highlights') },
  { file: 'cues.json', sql: rowsOf('cues') },
  { file: 'cue-reviews.json', sql: rowsOf('cue_reviews') },
  { file: 'tasks.json', sql: rowsOf('tasks') },
  { file: 'tags.json', sql: rowsOf('tags') },
  { file: 'item-tags.json', sql: rowsOf('item_tags', "(tag_id::text || ' ' || item_kind || ' ' || item_id::text)") },
  { file: 'links.json', sql: rowsOf('links') },
  { file: 'reading-positions.json', sql: rowsOf('reading_positions', 'article_id::text') },
  { file: 'imports.json', sql: rowsOf('import_runs') },
  { file: 'learning-sessions.json', sql: rowsOf('ai_learning_sessions') },
  { file: 'usage.json', sql: rowsOf('ai_usage_logs') },
  { file: 'subscription.json', sql: rowsOf('user_subscriptions', 'user_id::text') },
  { file: 'orders.json', sql: rowsOf('stripe_orders') },
  { file: 'events.json', sql: rowsOf('analytics_events', "lpad(id::text, 20, '0')") },
];
