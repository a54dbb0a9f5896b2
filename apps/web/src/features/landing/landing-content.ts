/** Every word of the landing page. The figures and claims are the product owner's and stay as given. */

export const hero = {
  title: 'A quiet place to read, think and remember',
  lead: 'Cairn is an AI-powered knowledge hub. It keeps what you read, turns it into notes you remember, and answers your questions from your own material, with sources you can open.',
  getStarted: 'Get Started',
  signIn: 'Sign In',
  claims: ['Free to start', 'Free trial of Plus', 'Enterprise security'],
} as const;

export const stats = [
  { figure: '10K+', label: 'Active users' },
  { figure: '50K+', label: 'Knowledge items' },
  { figure: '95%', label: 'Time saved' },
  { figure: '24/7', label: 'AI support' },
] as const;

export const features = {
  title: 'One road, from the page to the answer',
  items: [
    {
      id: 'tasks',
      title: 'Smart Task Management',
      text: 'Tasks stand beside the notes they came from. Tick one in the note, and it is ticked in your list.',
    },
    {
      id: 'community',
      title: 'Knowledge Community',
      text: 'Publish what you have worked out, and build on what others have, with its sources.',
    },
    {
      id: 'transform',
      title: 'Content Transformation',
      text: 'Turn a note into a post, a summary or a thread, and keep the way back to the passage.',
    },
    {
      id: 'import',
      title: 'Universal Import',
      text: 'Articles, feeds and highlights come in by their address, clean, searchable and yours.',
    },
  ],
} as const;

export const useCases = {
  title: 'Made for people who work with what they know',
  lead: 'Cairn is for content creators, researchers, product teams and knowledge workers.',
  items: [
    {
      title: 'Content creators',
      text: 'Collect sources as you read, and start each draft from passages you can quote.',
    },
    {
      title: 'Researchers',
      text: 'Read closely, mark what matters, and find the very sentence months later.',
    },
    {
      title: 'Product teams',
      text: 'Keep interviews, articles and decisions in one place that answers questions.',
    },
    {
      title: 'Knowledge workers',
      text: 'Remember what you read: notes become questions that return at the right time.',
    },
  ],
} as const;

export const ai = {
  title: 'Answers that show where they come from',
  lead: 'Ask in your own words. The AI answers from what you saved, sentence by sentence, each with a source that opens at the passage.',
  points: [
    'Every sentence carries its citation, checked against the text it quotes.',
    'When your notes do not hold the answer, it says so and shows the nearest passages.',
    'AI support around the clock, 24/7.',
  ],
} as const;

export const closing = {
  title: 'Put the first stone down today',
  lead: 'Start free, without a card. Try Plus with a free trial when you need more. Enterprise security and 24/7 support come with it.',
  action: 'Start for free',
} as const;

export const navigation = {
  skip: 'Skip to content',
  community: 'Community',
  dashboard: 'Dashboard',
  theme: 'Theme',
  tagline: 'Import, read, remember, use.',
} as const;

/** What the pictures show, for those who do not see them. */
export const pictures = {
  reader: 'Cairn’s reader: an article in a quiet serif type, ready to be marked and noted.',
  answer: 'Cairn answering a question with quoted sentences, each with its numbered source.',
} as const;
