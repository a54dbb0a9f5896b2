import { clsx } from 'clsx';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';

interface FieldFrame {
  label: string;
  /** Shown under the input and read with it. */
  error?: string | undefined;
  hint?: ReactNode;
}

const inputClass =
  'w-full min-h-11 rounded-10 border bg-raised px-3 py-2 text-16 text-ink placeholder:text-ink-muted aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60';

function describe(id: string, error: unknown, hint: unknown, given?: string): string | undefined {
  return clsx(given, hint ? `${id}-hint` : null, error ? `${id}-error` : null) || undefined;
}

function Frame({ id, label, error, hint, children }: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      {children}
      {hint ? (
        <div id={`${id}-hint`} className="text-13 text-ink-muted">
          {hint}
        </div>
      ) : null}
      {/* Read out as it comes: while somebody types, or on sending for the fields that do not take the focus. */}
      <div aria-live="polite" className="empty:sr-only">
        {error ? (
          <p id={`${id}-error`} className="text-13 text-danger">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

type TextFieldProps = FieldFrame & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, error, hint, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describe(id, error, hint, input['aria-describedby'])}
        className={clsx(inputClass, 'border-line-strong', className)}
      />
    </Frame>
  );
}

export type TextareaProps = FieldFrame &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { ref?: Ref<HTMLTextAreaElement> };

/** Grows with what is typed. */
export function Textarea({ label, error, hint, className, rows = 2, style, ...input }: TextareaProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <textarea
        {...input}
        id={id}
        rows={rows}
        // What grows by itself takes no notice of `rows`.
        style={{ minBlockSize: `calc(${rows}lh + 1.125rem)`, ...style }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describe(id, error, hint, input['aria-describedby'])}
        className={clsx(inputClass, 'field-sizing-content max-h-[60dvh] resize-y border-line-strong', className)}
      />
    </Frame>
  );
}
