import type { ItemKey } from './library.ts';
import { ApiError, dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface Tag {
  id: string;
  name: string;
}

export const longestTagName = 80;

export async function listTags(signal: AbortSignal): Promise<Tag[]> {
  const client = await supabase();
  const { data, error } = await client.from('tags').select('id,name').order('name').limit(2000).abortSignal(signal);
  if (error) throw dataError(error);
  return data;
}

/** How many items carry each tag; tags without items are not in it. */
export async function countTags(signal: AbortSignal): Promise<Map<string, number>> {
  const client = await supabase();
  const { data, error } = await client.rpc('count_tags').abortSignal(signal);
  if (error) throw dataError(error);
  return new Map((data as { tag_id: string; items: number }[]).map((row) => [row.tag_id, Number(row.items)]));
}

const taken = (code: string) =>
  code === '23505' ? new ApiError('conflict', 'There is a tag with this name already.') : undefined;

export async function listItemTags({ kind, id }: ItemKey, signal: AbortSignal): Promise<string[]> {
  const client = await supabase();
  const { data, error } = await client
    .from('item_tags')
    .select('tag_id')
    .eq('item_kind', kind)
    .eq('item_id', id)
    .limit(2000)
    .abortSignal(signal);
  if (error) throw dataError(error);
  return data.map((row) => row.tag_id as string);
}

/** The id is made here, so that a tag can be used before the server has answered. */
export async function createTag(tag: Tag): Promise<void> {
  const client = await supabase();
  // Sent twice it is the same tag.
  const { error } = await client.from('tags').upsert(tag, { onConflict: 'id', ignoreDuplicates: true });
  if (error) throw taken(error.code) ?? dataError(error);
}

export async function renameTag({ id, name }: Tag): Promise<void> {
  const client = await supabase();
  const { error } = await client.from('tags').update({ name }).eq('id', id);
  if (error) throw taken(error.code) ?? dataError(error);
}

export async function deleteTag(id: string): Promise<void> {
  const client = await supabase();
  const { error } = await client.from('tags').delete().eq('id', id);
  if (error) throw dataError(error);
}

/** Everything that carries the first tag gets the second one; the first is gone. */
export async function mergeTags(from: string, into: string): Promise<void> {
  const client = await supabase();
  const { error } = await client.rpc('merge_tags', { from_tag: from, into_tag: into });
  if (error) throw dataError(error);
}

export async function addTag(tagId: string, items: readonly ItemKey[]): Promise<void> {
  const client = await supabase();
  const rows = items.map(({ kind, id }) => ({ tag_id: tagId, item_kind: kind, item_id: id }));
  // A second time is the same tag.
  const { error } = await client
    .from('item_tags')
    .upsert(rows, { onConflict: 'tag_id,item_kind,item_id', ignoreDuplicates: true });
  if (error) throw dataError(error);
}

export async function removeTag(tagId: string, items: readonly ItemKey[]): Promise<void> {
  const client = await supabase();
  for (const kind of ['article', 'note', 'highlight'] as const) {
    const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += 100) {
      const group = ids.slice(at, at + 100);
      const { error } = await client
        .from('item_tags')
        .delete()
        .eq('tag_id', tagId)
        .eq('item_kind', kind)
        .in('item_id', group);
      if (error) throw dataError(error);
    }
  }
}
