import { queryOptions } from '@tanstack/react-query';
import { mayResetUsage, readModelsUsed, readUsageDays } from '../../data/usage.ts';

export const shownDays = 7;
const dayMs = 86_400_000;

/** `used`: today's count, as the meter knows it. When it changes, the days have changed. */
export const usageDaysQuery = (userId: string, used: number | undefined) =>
  queryOptions({
    queryKey: ['usage', 'days', userId, used],
    queryFn: ({ signal }) => readUsageDays(userId, shownDays, signal),
    placeholderData: (before) => before,
  });

export const modelsUsedQuery = (userId: string, used: number | undefined) =>
  queryOptions({
    queryKey: ['usage', 'models', userId, used],
    queryFn: ({ signal }) => readModelsUsed(userId, new Date(Date.now() - shownDays * dayMs).toISOString(), signal),
    placeholderData: (before) => before,
  });

export const mayResetQuery = (userId: string) =>
  queryOptions({
    queryKey: ['usage', 'may-reset', userId],
    queryFn: ({ signal }) => mayResetUsage(userId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
