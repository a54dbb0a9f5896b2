import type { InputHTMLAttributes, ReactNode } from 'react';

/* The browser's own inputs, drawn anew: names, keys, forms and autofill are theirs, and they cost no script. */

export type ChoiceInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'children'>;

/** The label reaches over the whole row, below the box and links: all of it can be touched. */
export const choiceRowClass =
  "relative isolate flex min-h-11 items-start gap-3 py-2.5 pointer-fine:min-h-8 pointer-fine:py-1.5 [&_a]:relative [&_a]:z-1 [&>span]:relative [&>span]:z-1 [&_label]:after:absolute [&_label]:after:inset-0 [&_label]:after:content-['']";
export const choiceBoxClass =
  'peer col-start-1 row-start-1 appearance-none border border-line-strong bg-raised transition-colors duration-150 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent aria-invalid:border-danger disabled:cursor-not-allowed';
/** What stands under the label and is read with it. */
export function ChoiceNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {hint ? (
        <span id={`${id}-hint`} className="block text-13 text-ink-muted">
          {hint}
        </span>
      ) : null}
      {error ? (
        <span id={`${id}-error`} className="block text-13 text-danger">
          {error}
        </span>
      ) : null}
    </>
  );
}
