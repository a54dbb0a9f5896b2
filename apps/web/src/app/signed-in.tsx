import { type QueryKey, useIsFetching } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useConnection } from '../runtime/connection/use-connection.ts';
import { usePageLoading } from '../runtime/loading/loading.ts';

/** What a screen shows above all. Screens that are not here are complete as soon as they are there. */
const dataOf: Readonly<Record<string, QueryKey>> = {
  '/signed-in/dashboard': ['dashboard'],
  '/signed-in/pkm-hub': ['library'],
  '/signed-in/cornell-notes': ['notes', 'list'],
  '/signed-in/import': ['import-runs'],
  '/signed-in/article/$articleId': ['articles', 'one'],
  '/signed-in/rehearse': ['cues', 'sitting'],
  '/signed-in/profile/settings': ['account'],
};
const noData: QueryKey = ['nothing'];

/** The screens of signed-in people. The start of the app waits for what the first of them shows. */
export function SignedIn() {
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' });
  const opening = useRouterState({ select: ({ isLoading }) => isLoading });
  const waiting = useIsFetching({
    queryKey: dataOf[page] ?? noData,
    predicate: ({ state }) => state.status === 'pending',
  });
  // Without a server there is nothing to wait for: the screen says so itself.
  const connected = useConnection() === 'online';
  usePageLoading(page, !opening && (waiting === 0 || !connected));
  return <Outlet />;
}
