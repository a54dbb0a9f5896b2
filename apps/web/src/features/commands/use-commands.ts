import { useMemo, useSyncExternalStore } from 'react';
import { type Command, commandsNow, registeredCommands, subscribeCommands } from '../../runtime/commands.ts';

/** Every command that is there now. */
export function useCommands(): readonly Command[] {
  const registered = useSyncExternalStore(subscribeCommands, registeredCommands);
  return useMemo(() => commandsNow(registered), [registered]);
}
