import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { forgetRecentSearches, readRecentSearches } from './recent-searches.ts';

interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
  userId: string;
  className?: string;
}

/** Searches as you type. `/` brings the focus here; an empty box offers the last searches. */
export function SearchBox({ value, onChange, userId, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const [recent, setRecent] = useState<readonly string[]>([]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        target instanceof Element &&
        target.closest(
          'input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable], [role=dialog]:not([data-tone])',
        )
      )
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  const offered = focused && value === '' && recent.length > 0;
  return (
    <search className={clsx('grid gap-2', className)}>
      <form
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (value) onChange('');
          else input.current?.blur();
        }}
        onFocus={() => {
          setRecent(readRecentSearches(userId));
          setFocused(true);
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
        }}
        className="grid gap-2"
      >
        <label htmlFor="library-search" className="sr-only">
          Search your library
        </label>
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute start-3 top-3 size-5 text-ink-muted" />
          <input
            ref={input}
            id="library-search"
            type="search"
            name="q"
            autoComplete="off"
            enterKeyHint="search"
            placeholder="Search your library"
            aria-keyshortcuts="/"
            maxLength={200}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="peer min-h-11 w-full rounded-10 border border-line-strong bg-raised py-2 ps-10 pe-10 text-16 placeholder:text-ink-muted"
          />
          {value ? null : (
            <span aria-hidden className="absolute end-3 top-2.5 max-md:hidden peer-focus:hidden">
              <Kbd keys="/" />
            </span>
          )}
        </div>
        {offered ? (
          <div className="flex flex-wrap items-center gap-2">
            <ul aria-label="Recent searches" className="flex min-w-0 flex-wrap gap-2">
              {recent.map((words) => (
                <li key={words} className="min-w-0">
                  <Button look="quiet" className="max-w-48" onClick={() => onChange(words)}>
                    <span dir="auto" className="truncate">
                      {words}
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
            <Button
              look="plain"
              onClick={() => {
                forgetRecentSearches(userId);
                setRecent([]);
                input.current?.focus();
              }}
            >
              Forget these
            </Button>
          </div>
        ) : null}
      </form>
    </search>
  );
}
