import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FilePlus2, GraduationCap, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type NoteSummary, setNoteTrashed } from '../../data/notes-list.ts';
import { formatAgo, formatMoment } from '../../lib/dates.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { cardClass } from '../../ui/links.ts';
import { useNotifications } from '../../ui/notification-provider.tsx';
import { Page } from '../../ui/page.tsx';
import { type PrimaryAction, PrimaryButton } from '../../ui/primary-action.tsx';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { notesQuery } from './notes-queries.ts';

const grid = 'grid grid-cols-1 gap-3 lg:grid-cols-2 xl:grid-cols-3';

/** All notes outside of the trash, newest first. */
export function NotesScreen() {
  const notes = useInfiniteQuery(notesQuery);
  const { trash, hidden } = useTrash();
  const navigate = useNavigate();
  const rows = notes.data?.pages.flat().filter(({ id }) => !hidden.has(id)) ?? [];
  const newNote: PrimaryAction = {
    label: 'New note',
    icon: <FilePlus2 aria-hidden />,
    onClick: () => void navigate({ to: '/cornell-notes/new' }),
  };
  return (
    <Page
      title="Cornell Notes"
      lead="Notes with questions beside them and a summary below."
      back="/pkm-hub"
      width="full"
      actions={
        <Link to="/rehearse" className={buttonClass('quiet')}>
          <GraduationCap aria-hidden className="size-4" />
          Rehearse
        </Link>
      }
      // The empty list offers it itself.
      primary={rows.length > 0 ? newNote : undefined}
    >
      <QueryProblem query={notes} what="your notes" />
      <WhileAwaited query={notes}>
        <SkeletonList label="Loading your notes" className={grid} />
      </WhileAwaited>
      {notes.data && rows.length === 0 ? (
        <EmptyState action={<PrimaryButton action={newNote} />}>
          No notes yet. The first one can be a single question.
        </EmptyState>
      ) : null}
      <ul className={grid}>
        {rows.map((note) => (
          <NoteRow key={note.id} note={note} onTrash={() => void trash(note)} />
        ))}
      </ul>
      {notes.hasNextPage ? (
        <div className="mt-6 flex justify-center">
          <Button look="quiet" busy={notes.isFetchingNextPage} onClick={() => void notes.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </Page>
  );
}

function NoteRow({ note, onTrash }: { note: NoteSummary; onTrash: () => void }) {
  const title = note.title || 'Untitled note';
  return (
    <li className={`${cardClass} relative flex items-start gap-2`}>
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 className="text-16 font-semibold wrap-anywhere" dir="auto">
          <Link to="/note/$noteId" params={{ noteId: note.id }} className="after:absolute after:inset-0">
            {title}
          </Link>
        </h2>
        {note.text ? (
          <p dir="auto" className="line-clamp-2 text-14 text-ink-muted wrap-anywhere">
            {note.text.slice(0, 300)}
          </p>
        ) : null}
        <p className="flex flex-wrap gap-x-3 text-13 text-ink-muted tabular-nums">
          <time dateTime={note.updated_at} title={formatMoment(note.updated_at)}>
            {formatAgo(note.updated_at, Date.now())}
          </time>
          <span>
            {new Intl.NumberFormat().format(note.word_count)} {note.word_count === 1 ? 'word' : 'words'}
          </span>
          {note.article ? (
            <span dir="auto" className="min-w-0 truncate">
              {note.article.title}
            </span>
          ) : null}
        </p>
      </div>
      <IconButton
        label={`Move “${title}” to the trash`}
        icon={<Trash2 aria-hidden />}
        onClick={onTrash}
        className="relative"
      />
    </li>
  );
}

/** Away at once, and back with Undo. */
function useTrash() {
  const client = useQueryClient();
  const notifications = useNotifications();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const change = async (note: NoteSummary, isTrashed: boolean): Promise<void> => {
    const show = (isHidden: boolean) =>
      setHidden((now) => new Set([...now].filter((id) => id !== note.id).concat(isHidden ? [note.id] : [])));
    show(isTrashed);
    try {
      await setNoteTrashed(note.id, isTrashed);
    } catch (error) {
      show(!isTrashed);
      notifications.notify({ type: 'error', message: error instanceof Error ? error.message : 'That did not work.' });
      return;
    }
    void client.invalidateQueries({ queryKey: ['notes'] });
    if (!isTrashed) return;
    notifications.notify({
      type: 'info',
      message: `“${note.title || 'Untitled note'}” is in the trash.`,
      duration: 8000,
      actions: [{ label: 'Undo', onClick: () => void change(note, false) }],
    });
  };
  return { hidden, trash: (note: NoteSummary) => change(note, true) };
}
