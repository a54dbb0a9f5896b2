import type { FeatureSwitchName } from '@cairn/contracts/feature-flags';

/** A screen that has been announced. Until it is there every link to it opens the interest modal, its typed addresses show the same words. */
export interface ScreenToCome {
  /** On, the screen is there; as long as it is not `built`, no flag brings it. */
  flag: FeatureSwitchName;
  built?: true;
  /** Also the name in the `feature_interest` event. */
  feature: string;
  /** As the router writes them. The first is the address of its navigation item. */
  paths: readonly string[];
  /** What it will be for, in one sentence. */
  purpose: string;
  /** What already helps with it today. */
  meanwhile?: { label: string; href: string };
}

/**
 * The one list of what has been announced. Building a screen marks it `built` and switches its flag on by default: off, its links and
 * addresses go back to the announcement. The server knows the titles of the same addresses (`page-meta.ts`).
 */
export const screensToCome: readonly ScreenToCome[] = [
  {
    feature: 'Knowledge Canvas',
    flag: 'canvas',
    paths: ['/canvas'],
    purpose: 'A board on which your articles, highlights and notes lie side by side and are joined by lines.',
    meanwhile: { label: 'See everything in the PKM Hub', href: '/pkm-hub' },
  },
  {
    feature: 'To-Do List',
    flag: 'todos',
    paths: ['/todos'],
    purpose: 'Your tasks in one list, with the checkboxes of your notes among them.',
    meanwhile: { label: 'Write tasks into a Cornell note', href: '/cornell-notes' },
  },
  {
    feature: 'Community',
    flag: 'community',
    paths: ['/community', '/community/item/$itemId', '/community-new'],
    purpose: 'A place to publish notes, and to read and build on what others have published.',
  },
  {
    feature: 'Explore',
    flag: 'explore',
    paths: ['/explore'],
    purpose: 'What is new, trending and most saved in the community, by subject and by person.',
  },
  {
    feature: 'AI Transform',
    flag: 'aiTransform',
    paths: ['/transform'],
    purpose: 'Turns what you have read and noted into posts and summaries, each sentence with its source.',
    meanwhile: { label: 'Ask your library in the PKM Hub', href: '/pkm-hub' },
  },
  {
    feature: 'Upgrade to Plus',
    flag: 'pricing',
    paths: ['/pricing', '/success'],
    purpose: 'The plans and what they include. Until they are sold, the limits of the free plan hold for everybody.',
  },
  {
    feature: 'Usage Analytics',
    flag: 'analytics',
    paths: ['/analytics'],
    purpose: 'What you have read, written and recalled, week by week.',
    meanwhile: { label: 'See the numbers on the dashboard', href: '/dashboard' },
  },
  {
    feature: 'Knowledge Graph',
    flag: 'knowledgeGraph',
    paths: ['/knowledge-graph'],
    purpose: 'A picture of how your notes and articles link to each other.',
    meanwhile: { label: 'See everything in the PKM Hub', href: '/pkm-hub' },
  },
  {
    feature: 'Chat',
    flag: 'chat',
    paths: ['/chat', '/chat/$sessionId'],
    purpose: 'A tutor that knows your library and quotes it.',
    meanwhile: { label: 'Ask your library in the PKM Hub', href: '/pkm-hub' },
  },
  {
    feature: 'Safe PKM Hub',
    flag: 'safeHub',
    paths: ['/pkm-hub-safe'],
    purpose: 'The hub with every optional service left out, for when something else is broken.',
    meanwhile: { label: 'Open the PKM Hub', href: '/pkm-hub' },
  },
];
