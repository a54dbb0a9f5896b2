import type { ReactNode } from 'react';
import { LoadingContext, loading } from './loading/loading.ts';
import { ServicesContext, services } from './services/services.ts';

/** Gives `useLoading` and `useServices` the start of this page. */
export function StartUpProvider({ children }: { children: ReactNode }) {
  return (
    <LoadingContext value={loading}>
      <ServicesContext value={services}>{children}</ServicesContext>
    </LoadingContext>
  );
}
