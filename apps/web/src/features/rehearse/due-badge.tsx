import { useQuery } from '@tanstack/react-query';
import { useOwnProfile } from '../../runtime/own-profile.ts';
import { cuesGradedSince, useWaitingReviews } from '../../runtime/review-sender.ts';
import { useSession } from '../../runtime/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { dueSummaryQuery, useRecountAfterSending } from './due-query.ts';

/**
 * How many cues are due, of all notes or of one; nothing when none is. Put it beside a link to `/rehearse` or
 * `/rehearse?note={noteId}`. Where it is shown, grades that were left behind offline are sent.
 */
export function DueBadge({ noteId, className }: { noteId?: string; className?: string }) {
  const userId = useSession().user?.id;
  useWaitingReviews();
  // Unless they said otherwise.
  const wanted = useOwnProfile(({ preferences }) => preferences.dueReminders) ?? true;
  const summary = useQuery({ ...dueSummaryQuery(userId ?? '', noteId), enabled: userId !== undefined });

  useRecountAfterSending();

  // The server still counts them. Of one note it cannot be told which they are.
  const graded = noteId ? 0 : cuesGradedSince(summary.dataUpdatedAt).size;
  const due = Math.max((summary.data?.dueCount ?? 0) - graded, 0);
  if (due === 0 || !wanted) return null;
  const shown = due > 999 ? '999+' : new Intl.NumberFormat().format(due);
  return (
    <Badge tone="accent" {...(className ? { className } : {})}>
      {shown}
      <span className="sr-only"> {due === 1 ? 'cue is due' : 'cues are due'}</span>
    </Badge>
  );
}
