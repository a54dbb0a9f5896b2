/**
 * A note's body: one Yjs document with three fragments (`Y.XmlFragment`), written by a ProseMirror editor through y-prosemirror.
 *
 * ```
 * doc.getXmlFragment('cues')     cue*                 the cue column: questions and keywords
 * doc.getXmlFragment('notes')    block+               the notes themselves
 * doc.getXmlFragment('summary')  block+               the summary at the foot
 * ```
 *
 * Nodes are `Y.XmlElement`s named as below; text is `Y.XmlText` with the marks as formatting attributes. What the server derives
 * (`notes.text`, `notes.summary`, `notes.word_count`, `cues`, `tasks`, `links`) depends on the names here and on nothing else;
 * a node it does not know contributes its text.
 *
 * How a document is stored: clients insert Yjs updates (version 1 encoding) into `note_updates` and never change them; the
 * server merges them into `notes.document`. To open a note, apply `notes.document`, then every `note_updates` row with
 * `seq > notes.document_seq`; applying one twice does no harm. Merged updates are deleted: kept are the newest 100, and of
 * the last hour at most the newest 500 (8 MB). Whoever was away longer applies `notes.document` again; it holds everything.
 *
 * An editor that opens a note compares state vectors and sends what the server lacks (`Y.encodeStateAsUpdate(doc, vector)`):
 * that also closes the gap when an update was lost or put aside as damaged, behind which its later ones would wait.
 */
export const noteFragments = { cues: 'cues', notes: 'notes', summary: 'summary' } as const;
export type NoteFragment = keyof typeof noteFragments;

/** Names of the nodes that the server reads a meaning from. */
export const noteNodes = {
  paragraph: 'paragraph',
  /** Attribute `level`: 1 to 6. */
  heading: 'heading',
  bulletList: 'bulletList',
  orderedList: 'orderedList',
  listItem: 'listItem',
  taskList: 'taskList',
  /** See `TaskItemAttributes`. */
  taskItem: 'taskItem',
  blockquote: 'blockquote',
  /** Its text is taken as it is; no links are read from it. */
  codeBlock: 'codeBlock',
  horizontalRule: 'horizontalRule',
  /** Inline: a line break inside a block. */
  hardBreak: 'hardBreak',
  /** Inline, no content: a link to an item by its title. See `WikilinkAttributes`. */
  wikilink: 'wikilink',
  /** A block of the fragment `cues`. See `CueAttributes`. */
  cue: 'cue',
} as const;

/** Marks that the server reads a meaning from; `link` has the attribute `href`. */
export const noteMarks = { link: 'link', code: 'code' } as const;

/** A cue without a `cueId`, or with one that is no UUID, gets no row until the editor gives it one. */
export interface CueAttributes {
  /** UUID made by the editor, kept for the life of the cue: the id of its row in `cues`. */
  cueId: string;
  /** The place in the notes that the cue asks about: a `Locator`, or its JSON; absent when it points at none. */
  locator?: unknown;
}

/** A checkbox without a `taskId` (UUID) is text, not a task. */
export interface TaskItemAttributes {
  /** UUID made by the editor: the id of its row in `tasks`. */
  taskId: string;
  checked: boolean;
}

export interface WikilinkAttributes {
  /** As written between the brackets; the target's title when it was made. */
  title: string;
  /** Set when the target was chosen from a list. */
  targetKind?: 'note' | 'article';
  targetId?: string;
}

/** Written in plain text, `[[Title]]` and `[[Title|shown text]]` are links to an item by its title, too. */
export const wikilinkText = /\[\[([^[\]|\n]{1,500})(?:\|[^[\]\n]{0,500})?\]\]/g;

/** Address of an item inside the app, as `href` of a link: `/note/{id}`, `/article/{id}`, also with an origin in front. */
export const itemAddress =
  /^(?:https?:\/\/[^/?#]+)?\/(note|article)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[/?#].*)?$/i;

/** An update is refused (SQLSTATE 54000) when the merged document and the update together are larger than this. */
export const mostDocumentBytes = 8 * 1024 * 1024;
