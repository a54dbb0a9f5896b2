import { createStore, type Store } from '../lib/store.ts';
import type { Stop } from './environment.ts';

export const commandGroups = ['Here', 'Actions', 'Go to', 'Account', 'Help'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Something a person can do from anywhere, by the palette or by its keys. */
export interface Command {
  /** Unique while it is registered. */
  id: string;
  title: string;
  /** `Here`: only on the screen that is open. */
  group: CommandGroup;
  /** Other words by which it is found. */
  keywords?: readonly string[];
  /** `g d`: one after the other; `mod+k`: together. */
  keys?: string;
  /** Keys that the screen answers by itself: shown like the others, and not followed by the app. */
  screenKeys?: string;
  /** Makes sense by its keys only: it stands in the sheet of shortcuts, not in the palette. */
  keysOnly?: true;
  run: () => void;
}

/** What is shown as its keys. */
export const shownKeys = ({ keys, screenKeys }: Command): string | undefined => keys ?? screenKeys;

const mostRecent = 5;
/** In the order of registration; a later one with the same id takes the place of the earlier one while it is there. */
const registered: Store<readonly Command[]> = createStore<readonly Command[]>([]);
const recent: Store<readonly string[]> = createStore<readonly string[]>([]);

/** The commands are there until the returned function is called. */
export function registerCommands(commands: readonly Command[]): Stop {
  registered.set([...registered.get(), ...commands]);
  return () => registered.set(registered.get().filter((command) => !commands.includes(command)));
}

/** Every command that is there now, one for each id, by group. */
export function commandsNow(all: readonly Command[] = registered.get()): Command[] {
  const byId = new Map(all.map((command) => [command.id, command]));
  return commandGroups.flatMap((group) => [...byId.values()].filter((command) => command.group === group));
}

export const subscribeCommands = registered.subscribe;
export const registeredCommands = registered.get;

export function runCommand(id: string): void {
  commandsNow()
    .find((command) => command.id === id)
    ?.run();
}

/** Runs what was looked for, and remembers it: keys need no list of what was used last. */
export function chooseCommand(id: string): void {
  recent.set([id, ...recent.get().filter((other) => other !== id)].slice(0, mostRecent));
  runCommand(id);
}

/** What was chosen last in this tab, newest first, as far as it is there now. */
export function recentCommands(): Command[] {
  const now = commandsNow();
  return recent.get().flatMap((id) => now.find((command) => command.id === id) ?? []);
}
