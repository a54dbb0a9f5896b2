import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../data/request.ts';

const maximumRetries = 2;
const passing = new Set(['offline', 'timeout', 'overloaded', 'unavailable']);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Only what may go away by itself is tried again.
        retry: (count, error) => count < maximumRetries && error instanceof ApiError && passing.has(error.code),
      },
    },
  });
}
