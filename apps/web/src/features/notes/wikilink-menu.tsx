import { FilePlus2, FileText, NotebookPen } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { WikilinkChoice, WikilinkMenuState } from './use-wikilink-menu.ts';

/** Under the caret. The focus stays in the text; the keys are the editor's (see wikilink-suggest.ts). */
export function WikilinkMenu({ menu }: { menu: WikilinkMenuState }) {
  const { open, choices, active, choose } = menu;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !open || open.editor.isDestroyed) return;
    const { left, bottom, top } = open.editor.view.coordsAtPos(open.from);
    const { offsetWidth: width, offsetHeight: height } = element;
    const isBelow = bottom + height + 8 < window.innerHeight;
    element.style.insetBlockStart = `${isBelow ? bottom + 6 : Math.max(8, top - height - 6)}px`;
    element.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
  });
  return (
    <>
      <p role="status" className="sr-only">
        {open && choices.length > 0 ? `${choices.length} titles. Up and down to choose, Enter to link.` : ''}
      </p>
      {open && choices.length > 0 ? (
        <div
          ref={box}
          role="listbox"
          aria-label="Link to"
          className="fixed z-50 grid max-h-72 w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-10 border border-line bg-raised p-1 shadow-float"
        >
          {choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is, in the text
            <div
              key={choice.kind === 'new' ? 'new' : choice.match.id}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-6 px-2 text-14 aria-selected:bg-accent-soft pointer-fine:min-h-8"
            >
              <ChoiceLabel choice={choice} />
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}

function ChoiceLabel({ choice }: { choice: WikilinkChoice }) {
  if (choice.kind === 'new') {
    return (
      <>
        <FilePlus2 aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <span className="min-w-0 truncate">
          New note <bdi className="font-medium">“{choice.title}”</bdi>
        </span>
      </>
    );
  }
  const Icon = choice.match.kind === 'note' ? NotebookPen : FileText;
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {choice.match.title}
      </span>
      <span className="text-12 text-ink-muted">{choice.match.kind === 'note' ? 'Note' : 'Article'}</span>
    </>
  );
}
