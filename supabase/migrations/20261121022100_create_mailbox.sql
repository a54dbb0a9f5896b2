-- The built-in mailbox: where mail ends when no mail server is configured. Read on the screen /test-email by whoever holds the mailbox key.

create table private.mailbox_messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('recovery', 'confirmation', 'email_change', 'test')),
  sender text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null default now()
);
create index mailbox_messages_newest_idx on private.mailbox_messages (sent_at desc, id);
comment on table private.mailbox_messages is
  'Mail that was not sent anywhere, newest 200 (the server trims). Holds live sign-in links: never exposed as API, service_role only.';
revoke all on private.mailbox_messages from public, anon, authenticated;
grant select, insert, delete on private.mailbox_messages to service_role;
