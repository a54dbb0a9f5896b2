import { useEffect, useRef } from 'react';
import { type Command, registerCommands } from './commands.ts';

/** A command of the screen that is open. */
export type ScreenCommand = Omit<Command, 'group'>;

/**
 * There while the screen (or the part of it that calls this) is, in the order given; each does what the screen does at that moment.
 * A command with the id of one of the app takes its place as long.
 */
export function useScreenCommands(commands: readonly ScreenCommand[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  // Drawn often, changed seldom: what is shown of them decides.
  const shown = JSON.stringify(commands);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the commands
  useEffect(
    () =>
      registerCommands(
        latest.current.map((command) => ({
          ...command,
          group: 'Here',
          run: () => latest.current.find(({ id }) => id === command.id)?.run(),
        })),
      ),
    [shown],
  );
}
