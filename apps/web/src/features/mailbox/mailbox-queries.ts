import { queryOptions } from '@tanstack/react-query';
import { getMail, getMailbox } from '../../data/mailbox.ts';

const pollMilliseconds = 3000;

/** Looks for new mail while the built-in mailbox is open. */
export const mailboxQuery = queryOptions({
  queryKey: ['mailbox'],
  queryFn: ({ signal }) => getMailbox(signal),
  refetchInterval: ({ state }) =>
    state.data?.delivery === 'mailbox' && state.data.access === 'open' ? pollMilliseconds : false,
});

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mailbox', id],
    queryFn: ({ signal }) => getMail(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
