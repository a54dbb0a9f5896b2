import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Command, commandsNow, registerCommands, runCommand, shownKeys } from './commands.ts';
import { type ScreenCommand, useScreenCommands } from './screen-commands.ts';

afterEach(cleanup);

const titles = () => commandsNow().map(({ group, title }) => `${group}: ${title}`);
const screen = (commands: ScreenCommand[]) =>
  renderHook((shown: ScreenCommand[]) => useScreenCommands(shown), { initialProps: commands });

it('stands first, in the order given, while its screen is mounted', () => {
  const stop = registerCommands([{ id: 'note', title: 'New note', group: 'Actions', run: () => {} }]);
  const { unmount } = screen([
    { id: 'one', title: 'One', run: () => {} },
    { id: 'two', title: 'Two', run: () => {} },
  ]);
  expect(titles()).toEqual(['Here: One', 'Here: Two', 'Actions: New note']);
  unmount();
  expect(titles()).toEqual(['Actions: New note']);
  stop();
});

it('does what the screen does now, and is registered anew only when what is shown of it changes', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender, unmount } = screen([{ id: 'file', title: 'Archive', run: first }]);
  const [before] = commandsNow();
  rerender([{ id: 'file', title: 'Archive', run: second }]);
  expect(commandsNow()[0]).toBe(before);
  act(() => runCommand('file'));
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  rerender([{ id: 'file', title: 'Move out of the archive', run: second }]);
  expect(titles()).toEqual(['Here: Move out of the archive']);
  unmount();
});

it('takes the place of the app’s command with its id, and gives it back', () => {
  const [ofTheApp, ofTheScreen] = [vi.fn(), vi.fn()];
  const search: Command = { id: 'search', title: 'Search your library', group: 'Actions', keys: '/', run: ofTheApp };
  const stop = registerCommands([search]);
  const { unmount } = screen([{ id: 'search', title: 'Search here', screenKeys: '/', run: ofTheScreen }]);
  runCommand('search');
  expect(commandsNow().map(shownKeys)).toEqual(['/']);
  unmount();
  runCommand('search');
  expect([ofTheApp.mock.calls.length, ofTheScreen.mock.calls.length]).toEqual([1, 1]);
  stop();
});
