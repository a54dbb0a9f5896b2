import {
  holdDeletions,
  resumeDeletions,
  undoDeletion,
  useFailedDeletion,
  usePendingDeletions,
} from '../runtime/article-deletions.ts';
import { Button } from '../ui/button.tsx';

/** Deleted things can be had back for a while. The clock stops while someone is at the button. */
export function UndoBar() {
  const last = usePendingDeletions().at(-1);
  const failed = useFailedDeletion();
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex justify-center p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div role="status" className="min-w-0">
        {last ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the button from going away under the pointer
          <div
            onPointerEnter={holdDeletions}
            onPointerLeave={resumeDeletions}
            onFocus={holdDeletions}
            onBlur={resumeDeletions}
            className="pointer-events-auto flex max-w-md items-center gap-3 rounded-16 border border-line bg-raised py-2 pr-2 pl-4 text-14 shadow-float"
          >
            <span className="min-w-0 truncate">
              Deleted <span dir="auto">“{last.title}”</span>
            </span>
            <Button look="quiet" onClick={() => undoDeletion(last.id)}>
              Undo
            </Button>
          </div>
        ) : failed ? (
          <p className="pointer-events-auto max-w-md rounded-16 border border-line bg-raised px-4 py-3 text-14 text-danger shadow-float">
            “{failed}” could not be deleted. It is still in your library.
          </p>
        ) : null}
      </div>
    </div>
  );
}
