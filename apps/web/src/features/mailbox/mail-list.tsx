import type { MailboxMessageSummary } from '@cairn/contracts/mailbox';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { emptyMailbox } from '../../data/mailbox.ts';
import { formatMoment } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { mailQuery } from './mailbox-queries.ts';

export function MailList({ messages }: { messages: readonly MailboxMessageSummary[] }) {
  const queryClient = useQueryClient();
  const [openId, setOpenId] = useState<string>();
  const emptying = useMutation({
    mutationFn: emptyMailbox,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['mailbox'] }),
  });
  return (
    <section aria-labelledby="messages" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="messages" className="text-18 font-semibold">
          Messages
        </h2>
        {messages.length > 0 ? (
          <Button look="danger" busy={emptying.isPending} onClick={() => emptying.mutate()}>
            Empty the mailbox
          </Button>
        ) : null}
      </div>
      {messages.length === 0 ? (
        <EmptyState>No mail yet. It appears here by itself.</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-16 border border-line bg-surface">
          {messages.map((message) => (
            <MailRow
              key={message.id}
              message={message}
              open={message.id === openId}
              onToggle={() => setOpenId((current) => (current === message.id ? undefined : message.id))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface MailRowProps {
  message: MailboxMessageSummary;
  open: boolean;
  onToggle: () => void;
}

function MailRow({ message, open, onToggle }: MailRowProps) {
  return (
    <li>
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="grid min-h-11 w-full gap-0.5 rounded-16 p-4 text-left hover:bg-accent-soft"
        >
          <span className="font-medium">{message.subject}</span>
          <span className="text-13 wrap-anywhere text-ink-muted">
            To {message.to} · <time dateTime={message.sentAt}>{formatMoment(message.sentAt)}</time>
          </span>
        </button>
      </h3>
      {open ? <Mail id={message.id} subject={message.subject} /> : null}
    </li>
  );
}

function Mail({ id, subject }: { id: string; subject: string }) {
  const mail = useQuery(mailQuery(id));
  return (
    <div className="grid gap-4 px-4 pb-4 text-14">
      <QueryProblem query={mail} what="this mail" />
      {mail.data ? (
        <>
          {mail.data.links.length > 0 ? (
            <div className="grid gap-1">
              <h4 className="text-13 font-semibold text-ink-muted">Links in this mail</h4>
              <ul className="grid gap-1">
                {mail.data.links.map((link) => (
                  <li key={link}>
                    <a href={link} className={`${textLinkClass} break-all`}>
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          <iframe
            title={`Mail: ${subject}`}
            src={mail.data.htmlUrl}
            sandbox=""
            className="h-96 w-full rounded-10 border border-line bg-raised"
          />
          <details>
            <summary className="text-13 text-ink-muted">Plain text</summary>
            <pre className="mt-2 rounded-10 border border-line p-3 font-mono text-13 break-all whitespace-pre-wrap">
              {mail.data.text}
            </pre>
          </details>
        </>
      ) : null}
    </div>
  );
}
