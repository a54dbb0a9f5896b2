import { exportVersion } from '@cairn/contracts/account';
import * as Y from 'yjs';
import type { UserActor } from '../../../kernel/actor.ts';
import type { AccountStore, ArticleForExport, NoteForExport } from './account-store.ts';
import { articleToMarkdown } from './article-markdown.ts';
import { createFileNames } from './domain/file-names.ts';
import { frontMatter } from './domain/front-matter.ts';
import { cueTexts, fragmentToMarkdown } from './domain/note-markdown.ts';
import { exportTables } from './export-tables.ts';
import type { ArchiveEntry } from './zip-stream.ts';

const pageSize = 500;
const encoder = new TextEncoder();

const readme = (email: string | null, at: string): string => `# Everything from your Cairn account

Account: ${email ?? 'without an address'}
Made: ${at}

- notes/ holds your Cornell notes as Markdown: the notes, then the summary, then the cues. Notes from the trash are in notes/trash/.
- articles/ holds what you imported as Markdown, with your highlights at the end.
- data/ holds every row that belongs to your account as JSON, for programs. Ids in the Markdown files are those of the rows.

Dates are in UTC. Nothing in here is needed to use the rest: every file can be read by itself.
`;

/** Every file of the archive, one after the other; a note or an article is read when its turn comes. */
export async function* exportEntries(store: AccountStore, actor: UserActor, at: Date): AsyncGenerator<ArchiveEntry> {
  const account = await store.findOwnAccount(actor);
  yield text('README.md', readme(account?.email ?? null, at.toISOString()));
  yield text(
    'data/account.json',
    JSON.stringify({ version: exportVersion, exportedAt: at, userId: actor.userId }, null, 2),
  );

  const nameNote = createFileNames('.md');
  const nameTrashed = createFileNames('.md');
  for await (const id of ids(store, actor, 'notes')) {
    const note = await store.findNote(actor, id);
    if (!note) continue;
    const path = note.trashed_at ? `notes/trash/${nameTrashed(note.title)}` : `notes/${nameNote(note.title)}`;
    yield text(path, noteFile(note));
  }
  const nameArticle = createFileNames('.md');
  for await (const id of ids(store, actor, 'articles')) {
    const article = await store.findArticle(actor, id);
    if (article) yield text(`articles/${nameArticle(article.title)}`, await articleFile(article));
  }
  for (const { file, sql } of exportTables) {
    yield { path: `data/${file}`, chunks: jsonRows(store, actor, sql) };
  }
}

const text = (path: string, content: string): ArchiveEntry => ({ path, chunks: [encoder.encode(content)] });

async function* ids(store: AccountStore, actor: UserActor, table: 'notes' | 'articles'): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const page = await store.idPage(actor, table, after, pageSize);
    for (const { id } of page) yield id;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.id;
  }
}

async function* jsonRows(store: AccountStore, actor: UserActor, sql: string): AsyncGenerator<Uint8Array> {
  let after = '';
  let opening = '[';
  for (;;) {
    const page = await store.rowPage(actor, sql, after, pageSize);
    for (const { row } of page) {
      yield encoder.encode(`${opening}\n${JSON.stringify(row)}`);
      opening = ',';
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    after = last.export_key;
  }
  yield encoder.encode(opening === '[' ? '[]\n' : '\n]\n');
}

function noteFile(note: NoteForExport): string {
  const doc = new Y.Doc();
  try {
    const states = note.document ? [note.document, ...note.updates] : note.updates;
    for (const state of states) {
      try {
        Y.applyUpdate(doc, state);
      } catch {
        // A damaged update was put aside when it came; the rest of the note is whole.
      }
    }
    const body = fragmentToMarkdown(doc.getXmlFragment('notes'));
    const summary = fragmentToMarkdown(doc.getXmlFragment('summary'));
    const cues = cueTexts(doc.getXmlFragment('cues'));
    const parts = [
      `# ${note.title.replace(/\s+/gu, ' ').trim() || 'Untitled'}`,
      body,
      summary && `## Summary\n\n${summary}`,
      cues.length > 0 && `## Cues\n\n${cues.map((cue) => `- ${cue}`).join('\n')}`,
    ];
    const facts = {
      id: note.id,
      created: note.created_at,
      updated: note.updated_at,
      trashed: note.trashed_at,
      tags: note.tags,
      article: note.article_title,
      source: note.article_url,
    };
    return `${frontMatter(facts)}${parts.filter(Boolean).join('\n\n')}\n`;
  } finally {
    doc.destroy();
  }
}

async function articleFile(article: ArticleForExport): Promise<string> {
  const highlights = article.highlights.map(({ quote, colour, comment }) => {
    const quoted = quote.replace(/^/gmu, '> ');
    return `${quoted}\n>\n> (${colour})${comment ? `\n\n${comment}` : ''}`;
  });
  const parts = [
    `# ${article.title}`,
    await articleToMarkdown(article.content_html, article.content_text),
    highlights.length > 0 && `## Highlights\n\n${highlights.join('\n\n')}`,
  ];
  const facts = {
    id: article.id,
    url: article.url,
    author: article.byline,
    site: article.site_name,
    published: article.published_at,
    imported: article.created_at,
    language: article.language,
    tags: article.tags,
  };
  return `${frontMatter(facts)}${parts.filter(Boolean).join('\n\n')}\n`;
}
