import { queryOptions } from '@tanstack/react-query';
import { countLibrary, listRecentActivity, readDashboardStats } from '../../data/dashboard.ts';

// Whoever comes back from an import expects to see it counted: asked again each time, over what was known before.

export const libraryCountsQuery = queryOptions({
  queryKey: ['dashboard', 'counts'],
  queryFn: ({ signal }) => countLibrary(signal),
  staleTime: 0,
});

export const dashboardStatsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: ({ signal }) => readDashboardStats(signal),
  staleTime: 0,
});

export const recentActivityQuery = queryOptions({
  queryKey: ['dashboard', 'activity'],
  queryFn: ({ signal }) => listRecentActivity(signal),
  staleTime: 0,
});
