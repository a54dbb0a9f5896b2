import { readPreferences, type UserPreferences } from '@cairn/contracts/preferences';
import { publicConfig, serviceUrl } from './public-config.ts';
import { ApiError, dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

interface ProfileRow {
  handle: string | null;
  display_name: string | null;
  bio: string | null;
  avatar_path: string | null;
  email: string | null;
  preferences: unknown;
  created_at: string;
  updated_at: string;
}

export interface OwnProfile extends Omit<ProfileRow, 'preferences'> {
  preferences: UserPreferences;
  /** Null: no picture. */
  avatarUrl: string | null;
  /** ISO 8601: when the account goes, if its owner asked for that. */
  deletionDueAt: string | null;
}

export type ProfileDetails = Pick<ProfileRow, 'handle' | 'display_name' | 'bio'>;

const columns = 'handle,display_name,bio,avatar_path,email,preferences,created_at,updated_at';

/** The address of a picture as storage-js makes it, which is not loaded for that. */
export const avatarUrl = async (path: string) =>
  serviceUrl(await publicConfig(), `/storage/v1/object/public/avatars/${path}`);

export async function getOwnProfile(userId: string, signal: AbortSignal): Promise<OwnProfile> {
  const client = await supabase();
  const [profile, deletion] = await Promise.all([
    client.from('profiles').select(columns).eq('id', userId).abortSignal(signal).single<ProfileRow>(),
    client.from('account_deletions').select('due_at').abortSignal(signal).maybeSingle<{ due_at: string }>(),
  ]);
  if (profile.error) throw dataError(profile.error);
  if (deletion.error) throw dataError(deletion.error);
  const { preferences, avatar_path: path } = profile.data;
  return {
    ...profile.data,
    preferences: readPreferences(preferences),
    avatarUrl: path ? await avatarUrl(path) : null,
    deletionDueAt: deletion.data?.due_at ?? null,
  };
}

/** Whether this person can have the handle. */
export async function checkHandle(handle: string, signal: AbortSignal): Promise<boolean> {
  const client = await supabase();
  const { data, error } = await client.rpc('check_handle', { p_handle: handle }).abortSignal(signal);
  if (error) throw dataError(error);
  return data === true;
}

const failure = (error: { code: string }) =>
  error.code === '23505' ? new ApiError('conflict', 'This handle is taken.') : dataError(error);

/**
 * The last one who writes wins. `overwritten`: a field that is written here was changed somewhere else since `base` was read, and that
 * change is gone.
 */
export async function saveDetails(
  userId: string,
  changes: Partial<ProfileDetails>,
  base: ProfileDetails & Pick<ProfileRow, 'updated_at'>,
): Promise<{ overwritten: boolean }> {
  const client = await supabase();
  const own = () => client.from('profiles').update(changes).eq('id', userId);
  const unchanged = await own().eq('updated_at', base.updated_at).select('updated_at');
  if (unchanged.error) throw failure(unchanged.error);
  if (unchanged.data.length > 0) return { overwritten: false };
  const now = await client.from('profiles').select(columns).eq('id', userId).single<ProfileRow>();
  if (now.error) throw dataError(now.error);
  const { error } = await own();
  if (error) throw failure(error);
  const names = Object.keys(changes) as (keyof ProfileDetails)[];
  return {
    overwritten: names.some((name) => now.data[name] !== base[name] && now.data[name] !== changes[name]),
  };
}

export async function saveAvatarPath(userId: string, path: string | null): Promise<void> {
  const client = await supabase();
  const { error } = await client.from('profiles').update({ avatar_path: path }).eq('id', userId);
  if (error) throw dataError(error);
}

/** Leaves what another version of the app keeps there. */
export async function savePreferences(userId: string, change: Partial<UserPreferences>): Promise<void> {
  const client = await supabase();
  const { data, error } = await client
    .from('profiles')
    .select('preferences')
    .eq('id', userId)
    .single<{ preferences: object }>();
  if (error) throw dataError(error);
  const saved = await client
    .from('profiles')
    .update({ preferences: { ...data.preferences, ...change } })
    .eq('id', userId);
  if (saved.error) throw dataError(saved.error);
}
