/** Title and description of each address of the web app, for the HTML the server sends (search engines, link previews). */
export interface PageMeta {
  pattern: RegExp;
  title: string;
  description: string;
  /** Search engines may list it. */
  indexed: boolean;
  /** In production mode there is nothing at this address. */
  developmentOnly?: boolean;
}

const page = (pattern: RegExp, title: string, description: string, indexed = false): PageMeta => ({
  pattern,
  title,
  description,
  indexed,
});

const about = 'Save what you read, find it again word for word, and get answers quoted from your own material.';

const toCome = (pattern: RegExp, feature: string): PageMeta =>
  page(pattern, `${feature} is on the way`, 'This part of Cairn is not here yet.');

const pageMetas: readonly PageMeta[] = [
  page(/^\/$/, 'Cairn', about, true),
  page(/^\/sign-in$/, 'Sign in', 'Sign in to your library.'),
  page(/^\/sign-up$/, 'Create account', 'Create an account and bring in your first article.', true),
  page(/^\/forgot-password$/, 'Forgot password', 'Ask for a link that sets a new password.'),
  page(/^\/reset-password$/, 'Reset password', 'Choose a new password.'),
  page(/^\/dashboard$/, 'Dashboard', 'What you have gathered, and where to go on.'),
  page(/^\/import$/, 'Import', 'Bring in an article by its address.'),
  page(/^\/pkm-hub$/, 'PKM Hub', 'Everything you have saved, searchable.'),
  page(/^\/cornell-notes(\/new)?$/, 'Cornell Notes', 'Notes with questions beside them and a summary below.'),
  page(/^\/note\/[^/]+$/, 'Note', 'Write and rehearse a note.'),
  page(/^\/rehearse$/, 'Rehearse', 'The cues of your notes, asked when they are due.'),
  page(/^\/profile$/, 'Profile', 'Who you are here, and what of your plan is used.'),
  page(/^\/profile\/settings$/, 'Profile Settings', 'Your name, picture, password, sessions and data.'),
  page(/^\/profile\/legacy-settings$/, 'Older profile settings', 'Your name, handle and bio.'),
  page(/^\/article\/[^/]+$/, 'Article', 'Read a saved article.'),
  { ...page(/^\/design$/, 'Design', 'Each part of the interface in each of its states.'), developmentOnly: true },
  page(/^\/test-email$/, 'Mailbox', 'Mail that this installation has sent.'),
  page(/^\/test-ai-usage$/, 'AI usage', 'What each plan allows, and how the usage meter answers.'),
  page(/^\/admin\/performance$/, 'Performance', 'How quickly this app starts and answers.'),
  page(/^\/test-performance$/, 'Test performance', 'Measures what this app does all day, in your own browser.'),
  // Not built yet (the web app's `screens-to-come.ts`): building one gives it a line above instead.
  toCome(/^\/canvas$/, 'Knowledge Canvas'),
  toCome(/^\/todos$/, 'To-Do List'),
  toCome(/^\/community(-new|\/item\/[^/]+)?$/, 'Community'),
  toCome(/^\/explore$/, 'Explore'),
  toCome(/^\/transform$/, 'AI Transform'),
  toCome(/^\/(pricing|success)$/, 'Upgrade to Plus'),
  toCome(/^\/analytics$/, 'Usage Analytics'),
  toCome(/^\/knowledge-graph$/, 'Knowledge Graph'),
  toCome(/^\/chat(\/[^/]+)?$/, 'Chat'),
  toCome(/^\/pkm-hub-safe$/, 'Safe PKM Hub'),
];

export function findPageMeta(path: string, mode: 'development' | 'production'): PageMeta | undefined {
  const address = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const meta = pageMetas.find(({ pattern }) => pattern.test(address));
  return meta?.developmentOnly && mode === 'production' ? undefined : meta;
}
