import type { AnchorStatus } from '@cairn/contracts/anchor';
import { clsx } from 'clsx';
import { Copy, MessageSquare, NotebookPen, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Highlight, HighlightColour } from '../../data/highlights.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ColourButtons, colourFill, colourNames } from './colour-buttons.tsx';

interface HighlightRowProps {
  highlight: Highlight;
  status: AnchorStatus;
  chosen: boolean;
  writing: boolean;
  onJump: () => void;
  onColour: (colour: HighlightColour) => void;
  onComment: (comment: string) => void;
  onWrite: () => void;
  onCancel: () => void;
  onCopy: () => void;
  onAddToNote: () => void;
  onDelete: () => void;
}

const notes: Partial<Record<AnchorStatus, string>> = {
  moved: 'Moved to another place in the text',
  changed: 'The text changed here',
  lost: 'Not found in this version of the text. The highlight is kept.',
};

export function HighlightRow(props: HighlightRowProps) {
  const { highlight, status, chosen, writing } = props;
  const { quote } = highlight.locator;
  const note = notes[status];
  const quoteBody = (
    <>
      <span className="sr-only">{colourNames[highlight.colour]}: </span>
      <span dir="auto" className="line-clamp-4 font-serif text-14 leading-relaxed">
        {quote}
      </span>
    </>
  );
  return (
    <li
      className={clsx(
        'grid gap-1 overflow-hidden rounded-10 border bg-surface',
        chosen ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex">
        <span aria-hidden className={clsx('w-1.5 shrink-0', colourFill[highlight.colour])} />
        {status === 'lost' ? (
          <p className="min-w-0 flex-1 px-3 py-2">{quoteBody}</p>
        ) : (
          <button
            type="button"
            onClick={props.onJump}
            aria-current={chosen ? 'true' : undefined}
            className="min-h-11 min-w-0 flex-1 px-3 py-2 text-start outline-offset-[-2px] hover:bg-accent-soft"
          >
            {quoteBody}
          </button>
        )}
      </div>
      {note ? <p className="px-3 text-13 text-warning">{note}</p> : null}
      {writing ? (
        <CommentForm comment={highlight.comment ?? ''} onSave={props.onComment} onCancel={props.onCancel} />
      ) : highlight.comment ? (
        <p dir="auto" className="px-3 py-1 text-14 whitespace-pre-wrap">
          {highlight.comment}
        </p>
      ) : null}
      <div role="toolbar" aria-label="Highlight" className="flex flex-wrap items-center px-1 pb-1">
        {chosen ? <ColourButtons value={highlight.colour} verb="Make it" onChoose={props.onColour} /> : null}
        <IconButton
          label={highlight.comment ? 'Edit comment' : 'Comment'}
          icon={<MessageSquare aria-hidden />}
          onClick={props.onWrite}
        />
        <IconButton label="Copy as quote" icon={<Copy aria-hidden />} onClick={props.onCopy} />
        <IconButton label="Add to note" icon={<NotebookPen aria-hidden />} onClick={props.onAddToNote} />
        <IconButton label="Delete highlight" icon={<Trash2 aria-hidden />} look="danger" onClick={props.onDelete} />
      </div>
    </li>
  );
}

/** Of the column in the database. */
const longestComment = 10_000;

interface CommentFormProps {
  comment: string;
  onSave: (comment: string) => void;
  onCancel: () => void;
}

function CommentForm({ comment, onSave, onCancel }: CommentFormProps) {
  const [text, setText] = useState(comment);
  const id = useId();
  return (
    <form
      className="grid gap-2 px-3 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <label htmlFor={id} className="text-13 font-medium">
        Comment
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: opened to be written in
        autoFocus
        dir="auto"
        rows={3}
        maxLength={longestComment}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave(text);
          if (event.key === 'Escape') {
            event.stopPropagation();
            onCancel();
          }
        }}
        className="w-full rounded-10 border border-line-strong bg-raised px-3 py-2 text-16 sm:text-14"
      />
      <div className="flex gap-2">
        <Button type="submit">Save comment</Button>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
