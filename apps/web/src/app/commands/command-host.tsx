import { useRouter } from '@tanstack/react-router';
import { lazy, useEffect, useMemo, useState } from 'react';
import { publicConfig } from '../../data/public-config.ts';
import { createKeySequence, sequenceMs } from '../../lib/key-sequence.ts';
import { isForThePage } from '../../lib/typing.ts';
import { type Command, commandsNow, registerCommands, runCommand } from '../../runtime/commands.ts';
import { hasFlagOverrides } from '../../runtime/feature-flags/feature-flags.ts';
import { useSession } from '../../runtime/session.ts';
import { Optional } from '../shell/optional.tsx';
import { useSignOut } from '../shell/use-sign-out.ts';
import { appCommands } from './app-commands.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('../../features/commands/command-palette.tsx')).CommandPalette,
}));
const ShortcutSheet = lazy(async () => ({
  default: (await import('../../features/commands/shortcut-sheet.tsx')).ShortcutSheet,
}));

const FlagsPanel = lazy(async () => ({
  default: (await import('../../features/developer/flags-panel.tsx')).FlagsPanel,
}));

type Window = 'palette' | 'shortcuts' | 'flags';

/** The commands of the app, their keys, and the two windows that show them. Once in the app. */
export function CommandHost() {
  const router = useRouter();
  const isSignedIn = useSession().status === 'authenticated';
  const { leave } = useSignOut();
  const isForDevelopers = useIsForDevelopers();
  const [window, setWindow] = useState<Window | null>(null);
  // Mounted with the first use, and from then on kept, so that it can close with its motion.
  const [used, setUsed] = useState({ palette: false, shortcuts: false, flags: false });
  const commands = useMemo(() => {
    const open = (which: Window) => () => {
      setUsed((before) => ({ ...before, [which]: true }));
      setWindow(which);
    };
    return appCommands(router, isSignedIn, {
      openPalette: open('palette'),
      openShortcuts: open('shortcuts'),
      signOut: () => void leave(),
      openFlags: isForDevelopers ? open('flags') : undefined,
    });
  }, [router, isSignedIn, leave, isForDevelopers]);
  useEffect(() => registerCommands(commands), [commands]);
  useEffect(followKeys, []);

  const findItems = useMemo(() => {
    if (!isSignedIn) return null;
    return async (query: string, signal: AbortSignal) => {
      const { findInLibrary } = await import('./find-in-library.ts');
      return findInLibrary(router, query, signal);
    };
  }, [router, isSignedIn]);

  return (
    <>
      {/* One that cannot be loaded takes neither the others nor the keys with it. */}
      {used.palette ? (
        <Optional>
          <CommandPalette
            open={window === 'palette'}
            onOpenChange={(open) => setWindow(open ? 'palette' : null)}
            findItems={findItems}
          />
        </Optional>
      ) : null}
      {used.shortcuts ? (
        <Optional>
          <ShortcutSheet open={window === 'shortcuts'} onOpenChange={(open) => setWindow(open ? 'shortcuts' : null)} />
        </Optional>
      ) : null}
      {used.flags ? (
        <Optional>
          <FlagsPanel open={window === 'flags'} onOpenChange={(open) => setWindow(open ? 'flags' : null)} />
        </Optional>
      ) : null}
    </>
  );
}

/** Where the app is built, and where a flag has been switched: whoever did so must be able to take it back. */
function useIsForDevelopers(): boolean {
  const [isForDevelopers, setIsForDevelopers] = useState(hasFlagOverrides);
  useEffect(() => {
    void publicConfig().then(
      ({ mode }) => setIsForDevelopers((known) => known || mode === 'development'),
      () => {},
    );
  }, []);
  return isForDevelopers;
}

const byKeys = (keys: string): Command | undefined => commandsNow().find((command) => command.keys === keys);

/**
 * A screen's own keys come first: it listens nearer to what has the focus, and says so by `preventDefault`. But a sequence that has been
 * begun here is ended here, whatever its second key means to the screen.
 */
function followKeys(): () => void {
  const follow = createKeySequence();
  let begunAt = Number.NEGATIVE_INFINITY;
  const handle = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey: ctrl, metaKey: meta, altKey: alt, timeStamp: at } = event;
    const shortcuts = commandsNow().flatMap((command) => command.keys ?? []);
    const outcome = follow({ key, ctrl, meta, alt, at }, shortcuts);
    begunAt = outcome.kind === 'begun' ? at : Number.NEGATIVE_INFINITY;
    if (outcome.kind !== 'match') return false;
    event.preventDefault();
    const command = byKeys(outcome.keys);
    if (command) runCommand(command.id);
    return true;
  };
  const looked = new WeakSet<KeyboardEvent>();
  const onCapture = (event: KeyboardEvent) => {
    if (event.timeStamp - begunAt > sequenceMs || !isForThePage(event)) return;
    looked.add(event);
    if (handle(event)) event.stopImmediatePropagation();
  };
  const onKey = (event: KeyboardEvent) => {
    const together = event.ctrlKey || event.metaKey;
    // Keys pressed together work everywhere, also while somebody types; letters only where nobody does.
    if (looked.has(event) || event.defaultPrevented || event.isComposing) return;
    if (together || isForThePage(event)) handle(event);
  };
  window.addEventListener('keydown', onCapture, { capture: true });
  window.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('keydown', onCapture, { capture: true });
    window.removeEventListener('keydown', onKey);
  };
}
