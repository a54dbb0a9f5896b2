import { createBuiltNote } from '@cairn/testkit/note-builder';
import { articleNames } from '@cairn/testkit/site-server';
import type { TestUser, World } from '@cairn/testkit/world';
import { importArticles, newEmail } from '../fixtures.ts';
import type { Person } from './scene.ts';

const longTitle =
  'A title of a hundred and twenty characters, which goes on and on about walls, stones, weather and the people of the dales';
const titles = [
  longTitle,
  '🪨🪨🪨 Stones, one on two and two on one 🏔️',
  'في صناعة البناء وأنها من حوائج العمران',
  'Short',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
];

export interface People {
  users: Record<Person, TestUser>;
  /** By the name that stands in the path of a scene. */
  ids: ReadonlyMap<string, string>;
}

export async function makePeople(world: World, origin: string): Promise<People> {
  // The first account of an installation is its administrator.
  const newcomer = await world.signUp(newEmail());
  const owner = await world.signUp(newEmail());
  const archivist = await world.signUp(newEmail());
  const leaver = await world.signUp(
    `wilhelmina.konstantinopolsky-featherstonehaugh.${newEmail().replace('@', '@a-long-name-of-a-subdomain.')}`,
  );
  await world.sql("update public.profiles set display_name = 'Ada Lovelace' where id = $1", [owner.id]);
  const ids = await furnishOwner(world, owner, origin);
  await furnishArchivist(world, archivist);
  await furnishLeaver(world, leaver);
  await world.settle();
  return { users: { newcomer, owner, archivist, leaver }, ids };
}

async function furnishOwner(world: World, owner: TestUser, origin: string): Promise<Map<string, string>> {
  // Each picture of an answer asks for it.
  await world.grant(owner, 'enterprise');
  const imported = await importArticles(
    world,
    owner,
    articleNames.map((name) => `${origin}/articles/${name}`),
  );
  const ids = new Map(articleNames.map((name, index) => [name, imported[index] ?? '']));
  await world.sql(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, site_name, reading_minutes)
     select $1, title || case when copy = 1 then '' else ' ' || copy end, 'https://example.org/' || n, 'https://example.org/' || n || '/' || copy, '<p>Text</p>', 'Text',
            'Stone Quarterly', n
     from unnest($2::text[]) with ordinality as titles (title, n), generate_series(1, 6) copy`,
    [owner.id, titles],
  );
  await world.sql(
    `insert into public.notes (user_id, title, text, word_count, created_at, trashed_at)
     select $1, title || case when copy = 1 then '' else ' ' || copy end, 'It rests where the river left it, and nobody asks.', 10,
            now() - copy * interval '3 hours', case when copy = 6 then now() - interval '2 days' end
     from unnest($2::text[]) as titles (title), generate_series(1, 6) copy`,
    [owner.id, titles],
  );
  await world.sql(
    `with t as (insert into public.tags (user_id, name) values ($1, 'stones'), ($1, 'a rather long name of a tag for a narrow row'), ($1, 'third') returning id)
     insert into public.item_tags (user_id, tag_id, item_kind, item_id)
     select $1, t.id, 'note', n.id from t, public.notes n where n.user_id = $1 and n.title like '%2'`,
    [owner.id],
  );
  for (const [name, title, html] of [
    ['pictures', 'Pictures that do not come', articleWithPictures(origin)],
    ['long-title', longTitle, '<p>A short text under a long title.</p>'],
  ] as const) {
    const [row] = await world.sql<{ id: string }>(
      `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, site_name, byline, excerpt, reading_minutes)
       values ($1, $2, $3, $3, $4, $2, 'a-very-long-host-name-of-a-magazine.example.org',
               'Somebody with a long name, somebody else with one that is longer still, and a third person', 'An excerpt.', 7)
       returning id`,
      [owner.id, title, `https://example.org/${name}`, html],
    );
    ids.set(name, row?.id ?? '');
  }
  await markPassages(world, owner, ids.get('walden') ?? '');
  for (const [name, id] of await writeNotes(world, owner, ids.get('walden') ?? '')) ids.set(name, id);
  await world.fetch('/auth/v1/recover', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email }),
  });
  return ids;
}

const articleWithPictures = (origin: string) => `
  <p>A picture that comes: <img src="${origin}/images/stone.png" width="320" height="120" alt="A stone"></p>
  <figure><img src="${origin}/gone/cairn.jpg" width="1200" height="675" alt="A cairn above the tree line, with the valley in fog behind it">
    <figcaption>A cairn in fog. This picture is gone from its server.</figcaption></figure>
  <p>Between two paragraphs, without a word about what it shows:</p>
  <img src="${origin}/gone/second.jpg">
  <p>One that leads somewhere: <a href="https://example.org/original"><img src="${origin}/gone/third.jpg" alt="The path to the hut"></a>
    and a small one inside of the line <img src="${origin}/gone/icon.png" width="16" height="16" alt="a star"> here.</p>
  <p>And the text goes on, as it does in every article, for another line or two, so that one can see how the picture stands in it.</p>`;

async function markPassages(world: World, owner: TestUser, articleId: string): Promise<void> {
  const passages = [
    ['yellow', 'I went to the woods because I wished to live deliberately', 'Why here, and not in the town?'],
    ['green', 'Simplicity, simplicity, simplicity!', ''],
    ['blue', 'Our life is frittered away by detail.', ''],
    ['pink', 'Zebras never queue politely for marmalade', ''],
  ] as const;
  for (const [colour, quote, comment] of passages) {
    const response = await world.fetch('/rest/v1/highlights', {
      as: owner,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        article_id: articleId,
        colour,
        ...(comment ? { comment } : {}),
        locator: { quote, prefix: '', suffix: '', chunkHash: '0'.repeat(64) },
      }),
    });
    if (!response.ok) throw new Error(`marking a passage failed: ${response.status} ${await response.text()}`);
  }
}

async function writeNotes(world: World, owner: TestUser, articleId: string): Promise<[string, string][]> {
  const stones = await createBuiltNote(world, owner, {
    title: 'Stones along the way',
    articleId,
    notes: [
      'A cairn is a heap of stones that somebody built on purpose.',
      'They mark paths above the tree line, where signs would not last. Whoever passes adds a stone, and so the heap outlives the ones who made it.',
      'In fog a walker goes from one to the next.',
    ],
    summary: ['Cairns are heaps of stones that show the way.'],
    cues: [
      { text: 'What is a cairn?', quote: 'a heap of stones' },
      { text: 'Where do cairns mark paths?', quote: 'above the tree line' },
      { text: 'What does a walker do in fog?', quote: 'goes from one to the next' },
    ],
  });
  const arabic = await createBuiltNote(world, owner, {
    title: 'في صناعة البناء وأنها من حوائج العمران',
    notes: [
      'هذه الصناعة أول صنائع العمران الحضري وأقدمها، وهي معرفة العمل في اتخاذ البيوت والمنازل للكن والمأوى للأبدان في المدن.',
      'وذلك أن الإنسان لما جبل عليه من الفكر في عواقب أحواله لا بد له أن يفكر فيما يدفع عنه الأذى.',
    ],
    summary: ['البناء أول صنائع العمران.'],
  });
  const long = await createBuiltNote(world, owner, {
    title: longTitle,
    notes: Array.from(
      { length: 24 },
      (_, at) => `${at + 1}. ${longTitle}, and each of them has a word to say about it.`,
    ),
    summary: [longTitle],
    cues: Array.from({ length: 6 }, (_, at) => ({
      text: `Question ${at + 1}: what do the people of the dales say about the weather?`,
      quote: `${at * 3 + 1}. A title`,
    })),
  });
  return [
    ['stones', stones.noteId],
    ['arabic', arabic.noteId],
    ['long', long.noteId],
  ];
}

async function furnishArchivist(world: World, archivist: TestUser): Promise<void> {
  await world.sql(
    `insert into public.notes (user_id, title, text, word_count, created_at)
     select $1, 'Note ' || n || case when n % 3 = 0 then ' about a heap of stones beside the path' else '' end, 'It rests where the river left it.', n,
            now() - n * interval '7 hours'
     from generate_series(1, 1000) n`,
    [archivist.id],
  );
}

async function furnishLeaver(world: World, leaver: TestUser): Promise<void> {
  await world.sql('update public.profiles set display_name = $2, bio = $3 where id = $1', [
    leaver.id,
    'Wilhelmina Konstantinopolsky-Featherstonehaugh the Third',
    'Reads slowly.\nWrites more slowly still, and in long sentences, about walls, stones, weather and the people of the dales.',
  ]);
  await world.sql('update public.user_subscriptions set current_month_imports = 10 where user_id = $1', [leaver.id]);
  const client = leaver.client();
  for (let request = 0; request < 5; request += 1) await client.rpc('spend_test_request');
  await world.sql("insert into public.account_deletions (user_id, due_at) values ($1, now() + interval '5 days')", [
    leaver.id,
  ]);
}
