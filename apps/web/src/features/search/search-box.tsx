import { Search } from 'lucide-react';

interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
}

/** Searches as you type. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  return (
    <search>
      <form
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
        }}
        className="grid gap-1.5"
      >
        <label htmlFor="library-search" className="text-14 font-medium">
          Search your library
        </label>
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-ink-muted" />
          <input
            id="library-search"
            type="search"
            name="q"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="min-h-11 w-full rounded-10 border border-line-strong bg-raised py-2 pr-3 pl-10 text-16"
          />
        </div>
      </form>
    </search>
  );
}
