import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { FileText, Highlighter, type LucideIcon, NotebookText, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { rankMatches } from '../../lib/rank-matches.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type Command, chooseCommand, commandGroups, recentCommands, shownKeys } from '../../runtime/commands.ts';
import { backdropClass } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ScrollBody } from '../../ui/scroll-body.tsx';
import { useCommands } from './use-commands.ts';

/** Something in the person's library that can be gone to. */
export interface FoundItem {
  id: string;
  kind: 'note' | 'article' | 'highlight';
  title: string;
  open: () => void;
}

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Null while nobody is signed in: then only commands are found. */
  findItems: ((query: string, signal: AbortSignal) => Promise<FoundItem[]>) | null;
}

type Entry = { value: string; title: string } & (
  | { command: Command; item?: undefined }
  | { item: FoundItem; command?: undefined }
);

interface Group {
  label: string;
  items: Entry[];
}

const restMilliseconds = 120;
const shortestSearch = 2;
const kinds: Record<FoundItem['kind'], LucideIcon> = { note: NotebookText, article: FileText, highlight: Highlighter };

/** Every command, and what is in the library, by a few letters. */
export function CommandPalette({ open, onOpenChange, findItems }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const groups = useGroups(query, open ? findItems : null);
  // Where arrow keys or the pointer have gone since something was typed last.
  const moved = useRef<Entry | undefined>(undefined);
  const cameFrom = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) cameFrom.current = document.activeElement as HTMLElement | null;
  wasOpen.current = open;
  const choose = (entry: Entry) => {
    onOpenChange(false);
    setQuery('');
    // What runs may be about what had the focus, or take it: only after it has been given back to the page.
    requestAnimationFrame(() => {
      cameFrom.current?.focus({ preventScroll: true });
      if (entry.command) chooseCommand(entry.command.id);
      else entry.item?.open();
    });
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        if (!next) setQuery('');
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className="fixed inset-0 z-40 grid grid-rows-[auto_1fr] justify-items-center p-2 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label="Commands"
            className="flex max-h-[min(32rem,calc(100dvh-1rem))] w-full max-w-xl min-w-0 flex-col overflow-hidden rounded-16 border border-line bg-raised text-ink shadow-float outline-none transition-opacity duration-150 ease-out motion-reduce:transition-none data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={null}
              value={query}
              onValueChange={(next, { reason }) => {
                // Choosing an entry does not write its title into the field.
                if (reason === 'item-press') return;
                moved.current = undefined;
                setQuery(next);
              }}
              itemToStringValue={(entry: Entry) => entry.title}
              onItemHighlighted={(entry, { reason }) => {
                if (reason === 'keyboard' || reason === 'pointer') moved.current = entry;
              }}
              autoHighlight="always"
              keepHighlight
            >
              <div className="flex items-center gap-3 border-b border-line px-4">
                <Search aria-hidden className="size-4.5 shrink-0 text-ink-muted" />
                <Autocomplete.Input
                  aria-label="Search commands and your library"
                  placeholder="Type a command or a search"
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                    // The highlight follows the typed words a moment later: who types fast gets what these words find.
                    event.preventBaseUIHandler();
                    event.preventDefault();
                    const entry = moved.current ?? groups[0]?.items[0];
                    if (entry) choose(entry);
                  }}
                  className="h-13 w-full min-w-0 bg-transparent text-16 outline-none placeholder:text-ink-muted"
                />
                <Dialog.Close className="shrink-0 rounded-6 p-1 text-13 text-ink-muted" aria-label="Close">
                  <Kbd keys="esc" />
                </Dialog.Close>
              </div>
              <ScrollBody className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2">
                <Autocomplete.Empty>
                  <p className="px-3 py-8 text-center text-14 text-ink-muted">Nothing found for these words.</p>
                </Autocomplete.Empty>
                <Autocomplete.List>
                  {(group: Group) => (
                    <Autocomplete.Group key={group.label} items={group.items} className="not-first:mt-2">
                      <Autocomplete.GroupLabel className="px-3 py-1.5 text-12 font-medium text-ink-muted">
                        {group.label}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(entry: Entry) => <EntryRow key={entry.value} entry={entry} onChoose={() => choose(entry)} />}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
              </ScrollBody>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function EntryRow({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const Icon = entry.item ? kinds[entry.item.kind] : undefined;
  const keys = entry.command && shownKeys(entry.command);
  return (
    <Autocomplete.Item
      value={entry}
      onClick={onChoose}
      className="flex min-h-11 cursor-default items-center gap-3 rounded-10 px-3 text-14 select-none md:min-h-9 data-highlighted:bg-accent-soft"
    >
      {Icon ? <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" /> : null}
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {entry.title}
      </span>
      {keys ? (
        <span aria-hidden className="flex shrink-0 gap-1.5">
          {keys.split(' ').map((key, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice
            <Kbd key={index} keys={key} />
          ))}
        </span>
      ) : null}
    </Autocomplete.Item>
  );
}

function useGroups(query: string, findItems: CommandPaletteProps['findItems']): Group[] {
  // To open what is open already is not offered.
  const commands = useCommands().filter(({ id, keysOnly }) => id !== 'palette' && !keysOnly);
  const words = useDebounced(query, restMilliseconds).trim();
  const searching = findItems !== null && words.length >= shortestSearch;
  const found = useQuery({
    queryKey: ['search', 'palette', words],
    queryFn: ({ signal }) => (findItems ? findItems(words, signal) : []),
    enabled: searching,
    placeholderData: (previous) => previous,
  });
  const typed = query.trim();
  const entriesOf = (list: readonly Command[], prefix = ''): Entry[] =>
    list.map((command) => ({ value: `${prefix}${command.id}`, title: command.title, command }));
  const groups: Group[] = [];
  if (typed === '') {
    groups.push({ label: 'Used last', items: entriesOf(recentCommands(), 'recent ') });
    for (const group of commandGroups) {
      groups.push({ label: group, items: entriesOf(commands.filter((command) => command.group === group)) });
    }
  } else {
    groups.push({ label: 'Commands', items: entriesOf(rankMatches(commands, typed)) });
    if (searching && found.data) {
      const items = found.data.map(
        (item): Entry => ({ value: `item ${item.kind} ${item.id}`, title: item.title, item }),
      );
      groups.push({ label: 'In your library', items });
    }
  }
  return groups.filter(({ items }) => items.length > 0);
}
