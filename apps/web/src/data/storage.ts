import type { SupabaseClient } from '@supabase/supabase-js';
import { connection } from '../runtime/connection/connection.ts';
import { sessionForCall } from './kept-session.ts';
import { publicConfig, serviceUrl } from './public-config.ts';
import { ApiError, fetchWithTimeout, offlineError } from './request.ts';

let pending: Promise<SupabaseClient> | undefined;

/** The whole of supabase-js, for buckets; loaded on first use. It has no session of its own: see docs/decisions/0012. */
function wholeClient(): Promise<SupabaseClient> {
  pending ??= create().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function create(): Promise<SupabaseClient> {
  const [config, { createClient }] = await Promise.all([publicConfig(), import('@supabase/supabase-js')]);
  return createClient(serviceUrl(config), config.anonKey, {
    accessToken: async () => (await sessionForCall())?.access_token ?? null,
    realtime: { ...connection().realtime },
    global: { fetch: fetchWithTimeout },
  });
}

/** Fetched ahead, where a picture is about to be chosen or taken away. */
export const prepareStorage = () => void wholeClient().catch(() => {});

const avatars = async () => (await wholeClient()).storage.from('avatars');
/** One fixed name: a new picture replaces the one before. */
const avatarName = (userId: string) => `${userId}/avatar`;

interface StorageFailure {
  message: string;
  status?: number | undefined;
}

function storageError({ message, status }: StorageFailure): ApiError {
  if (status === undefined) return offlineError();
  if (status === 413) return new ApiError('payload_too_large', 'This picture is too large.');
  if (status === 415 || status === 422) return new ApiError('unsupported_media_type', message);
  if (status === 503) return new ApiError('overloaded', 'The server is busy. Please try again in a moment.');
  return new ApiError('internal', 'The picture could not be stored. Please try again.');
}

/** Stores a picture, and gives the path for the profile: its version makes browsers load it anew. */
export async function uploadAvatar(userId: string, picture: Blob): Promise<string> {
  const bucket = await avatars();
  const { data, error } = await bucket.upload(avatarName(userId), picture, { upsert: true, contentType: picture.type });
  if (error) throw storageError(error);
  return `${data.path}?v=${Date.now().toString(36)}`;
}

/** The address at which everybody can see it. */
export async function publicAvatarUrl(path: string): Promise<string> {
  return (await avatars()).getPublicUrl(path).data.publicUrl;
}

export async function removeAvatar(userId: string): Promise<void> {
  const { error } = await (await avatars()).remove([avatarName(userId)]);
  if (error) throw storageError(error);
}
