import { queryOptions } from '@tanstack/react-query';
import { listImportRuns } from '../../data/imports.ts';

const pollMilliseconds = 2000;

/** The last runs, newest first; looks again while one is working. */
export const importRunsQuery = queryOptions({
  queryKey: ['import-runs'],
  queryFn: ({ signal }) => listImportRuns(signal),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? pollMilliseconds : false),
});
