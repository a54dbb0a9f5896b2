import { createBuiltNote } from '@cairn/testkit/note-builder';
import type { TestUser, World } from '@cairn/testkit/world';
import { importArticles } from './fixtures.ts';

/** Right to left, upright characters, tables, long words, verse and much code: what strains a layout. */
export const strainingArticles = [
  'analytical-engine',
  'muqaddimah',
  'wagahai',
  'decline-and-fall',
  'alice',
  'vingt-mille-lieues',
  'anna-karenina',
] as const;

export interface Furnished {
  articles: readonly string[];
  noteId: string;
}

/** An account in use, whose names and titles are as long and as foreign as they come. */
export async function furnish(world: World, person: TestUser, origin: string): Promise<Furnished> {
  const articles = await importArticles(
    world,
    person,
    strainingArticles.map((name) => `${origin}/articles/${name}`),
  );
  await world.sql(
    `insert into public.notes (user_id, title, text, word_count)
     select $1, title, 'It rests where the river left it, and nobody asks.', 10 from unnest($2::text[]) title`,
    [person.id, ['w'.repeat(200), 'في صناعة البناء وأنها من حوائج العمران', '🪨🪨🪨 Stones, one on two', 'Short']],
  );
  await person
    .client()
    .from('profiles')
    .update({ display_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2), handle: `h_${person.id.slice(0, 8)}` })
    .eq('id', person.id);
  const { noteId } = await createBuiltNote(world, person, {
    title: 'Stones along the way',
    articleId: articles[0] ?? '',
    notes: [
      'A cairn is a heap of stones that somebody built on purpose.',
      'In fog a walker goes from one to the next.',
    ],
    summary: ['Cairns are heaps of stones that show the way.'],
    cues: [{ text: 'What is a cairn?', quote: 'a heap of stones' }],
  });
  await world.settle();
  return { articles, noteId };
}
