import type { AnyRouter } from '@tanstack/react-router';
import { chooseTheme, type ThemeChoice } from '../../lib/theme.ts';
import { openAuthModal } from '../../runtime/auth-modal.ts';
import type { Command } from '../../runtime/commands.ts';
import { screenToComeAt } from '../../runtime/feature-flags/screen-to-come-at.ts';
import { askForScreen } from '../../runtime/interest.ts';
import { accountItems, type NavigationItem, navigationItems } from '../shell/navigation-items.ts';

/** What the app does for the commands. */
export interface CommandActions {
  openPalette: () => void;
  openShortcuts: () => void;
  signOut: () => void;
  /** The developer panel, where there is one. */
  openFlags: (() => void) | undefined;
}

/** The second key after `g`. */
const goKeys: Record<string, string> = {
  '/': 'h',
  '/dashboard': 'd',
  '/pkm-hub': 'p',
  '/cornell-notes': 'n',
  '/canvas': 'c',
  '/todos': 't',
  '/community': 'm',
  '/explore': 'e',
  '/transform': 'x',
  '/import': 'i',
  '/rehearse': 'r',
  '/profile/settings': 's',
  '/profile#usage': 'u',
};

const themes: Record<ThemeChoice, string> = {
  system: 'Follow the theme of the system',
  light: 'Light theme',
  dark: 'Dark theme',
};

interface Place {
  name: string;
  href: string;
}

const otherPlaces: readonly Place[] = [
  { name: 'Rehearse', href: '/rehearse' },
  { name: 'Profile', href: '/profile' },
  { name: 'Profile Settings', href: '/profile/settings' },
  { name: 'Trash', href: '/pkm-hub?show=trash' },
  { name: 'Performance Monitor', href: '/admin/performance' },
  { name: 'Older profile settings', href: '/profile/legacy-settings' },
  { name: 'Mailbox', href: '/test-email' },
  { name: 'What each plan allows', href: '/test-ai-usage' },
  { name: 'Test performance', href: '/test-performance' },
];

/** What the settings are there for, by its own name. */
const settings: readonly (Place & { keywords: string[] })[] = [
  { name: 'Change name, handle or bio', href: '/profile/settings#general', keywords: ['profile'] },
  { name: 'Change the picture', href: '/profile/settings#picture', keywords: ['avatar', 'photo'] },
  { name: 'Change the e-mail address', href: '/profile/settings#email', keywords: ['account'] },
  { name: 'Change the password', href: '/profile/settings#password', keywords: ['account', 'security'] },
  { name: 'Sign out other devices', href: '/profile/settings#sessions', keywords: ['sessions', 'everywhere'] },
  { name: 'Notification settings', href: '/profile/settings#notifications', keywords: ['toasts'] },
  { name: 'Appearance and reading', href: '/profile/settings#appearance', keywords: ['typeface', 'text size'] },
  { name: 'Export everything', href: '/profile/settings#data', keywords: ['download', 'zip', 'backup'] },
  { name: 'Delete account', href: '/profile/settings#delete', keywords: ['close', 'remove'] },
];

/** Every navigation and every primary action that is there on every screen. */
export function appCommands(router: AnyRouter, isSignedIn: boolean, actions: CommandActions): Command[] {
  const flat = (items: readonly NavigationItem[]): Place[] =>
    items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);
  const go = ({ name, href }: Place): Command => {
    const key = goKeys[href];
    return {
      id: `go ${href}`,
      title: name,
      group: 'Go to',
      keywords: ['go to', 'open', 'navigate', href],
      ...(key ? { keys: `g ${key}` } : {}),
      run: () => {
        const toCome = screenToComeAt(href);
        if (toCome) askForScreen(toCome);
        else router.history.push(href);
      },
    };
  };
  const forPeople: Command[] = [
    {
      id: 'note',
      title: 'New note',
      group: 'Actions',
      keywords: ['create', 'write', 'Cornell'],
      keys: 'c n',
      run: () => router.history.push('/cornell-notes/new'),
    },
    {
      id: 'import',
      title: 'Import an article',
      group: 'Actions',
      keywords: ['add', 'save', 'web page', 'url'],
      keys: 'c i',
      run: () => router.history.push('/import'),
    },
    {
      id: 'search',
      title: 'Search your library',
      group: 'Actions',
      keywords: ['find'],
      keys: '/',
      run: () => router.history.push('/pkm-hub#search'),
    },
    {
      id: 'ask',
      title: 'Ask your library',
      group: 'Actions',
      keywords: ['question', 'answer'],
      run: () => router.history.push('/pkm-hub#ask'),
    },
    {
      id: 'rehearse',
      title: 'Rehearse what is due',
      group: 'Actions',
      keywords: ['learn', 'review', 'cues', 'flashcards'],
      run: () => router.history.push('/rehearse'),
    },
    { id: 'sign-out', title: 'Sign Out', group: 'Account', keywords: ['log out', 'leave'], run: actions.signOut },
  ];
  const forVisitors: Command[] = [
    { id: 'sign-in', title: 'Sign In', group: 'Account', keywords: ['log in'], run: () => openAuthModal('signin') },
    {
      id: 'sign-up',
      title: 'Create account',
      group: 'Account',
      keywords: ['register', 'sign up'],
      run: () => openAuthModal('signup'),
    },
  ];
  return [
    ...(isSignedIn ? forPeople : forVisitors),
    ...[...flat(navigationItems), ...otherPlaces, ...accountItems].map(go),
    ...(isSignedIn ? settings : []).map(
      ({ name, href, keywords }): Command => ({
        id: `setting ${href}`,
        title: name,
        group: 'Account',
        keywords: ['settings', ...keywords],
        run: () => router.history.push(href),
      }),
    ),
    ...Object.entries(themes).map(
      ([choice, title]): Command => ({
        id: `theme ${choice}`,
        title,
        group: 'Account',
        keywords: ['theme', 'appearance', 'colours', 'mode'],
        run: () => chooseTheme(choice as ThemeChoice),
      }),
    ),
    ...(actions.openFlags
      ? [
          {
            id: 'feature-flags',
            title: 'Feature flags',
            group: 'Help',
            keywords: ['developer panel', 'switch', 'rollout'],
            run: actions.openFlags,
          } satisfies Command,
        ]
      : []),
    { id: 'palette', title: 'Find a command', group: 'Help', keys: 'mod+k', run: actions.openPalette },
    {
      id: 'shortcuts',
      title: 'Keyboard shortcuts',
      group: 'Help',
      keywords: ['keys', 'help'],
      keys: '?',
      run: actions.openShortcuts,
    },
  ];
}
