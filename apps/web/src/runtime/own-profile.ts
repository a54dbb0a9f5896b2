import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { getOwnProfile, type OwnProfile } from '../data/profile.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { type SignedInUser, useSession } from './session.ts';

/** The profile of whoever is signed in: one answer for the shell and for every screen. */
export const ownProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-profile', userId],
    queryFn: ({ signal }) => getOwnProfile(userId, signal),
    // Another tab or device may have changed it: looked at again when somebody comes back here.
    staleTime: 5000,
  });

/** How somebody appears. */
export interface Face {
  /** What they call themselves; else the name they signed up with, else their address. */
  name: string;
  avatarUrl: string | undefined;
}

const storageKey = (userId: string) => `cairn-face-${userId}`;

function readFace(userId: string): Partial<Face> {
  try {
    const { name, avatarUrl } = JSON.parse(readStored(storageKey(userId)) ?? '{}') as Record<string, unknown>;
    return {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof avatarUrl === 'string' ? { avatarUrl } : {}),
    };
  } catch {
    return {};
  }
}

/** Name and picture, from the first paint on as they were last seen in this browser. */
export function useFace(user: SignedInUser | null): Face {
  const { id, email, fullName } = user ?? { id: '', email: '', fullName: '' };
  const { data } = useQuery({ ...ownProfileQuery(id), enabled: user !== null });
  const kept = useMemo(() => readFace(id), [id]);
  const name = data ? data.display_name || fullName || email : kept.name || fullName || email;
  const avatarUrl = data ? (data.avatarUrl ?? undefined) : kept.avatarUrl;
  const known = data !== undefined && user !== null;
  useEffect(() => {
    if (known) writeStored(storageKey(id), JSON.stringify({ name, avatarUrl }));
  }, [id, known, name, avatarUrl]);
  return { name, avatarUrl };
}

/** One part of the signed-in person's profile; undefined while it is not known. */
export function useOwnProfile<Part>(select: (profile: OwnProfile) => Part): Part | undefined {
  const userId = useSession().user?.id;
  return useQuery({ ...ownProfileQuery(userId ?? ''), enabled: userId !== undefined, select }).data;
}
