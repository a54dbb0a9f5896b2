/**
 * The built-in mailbox and the state of mail: what the screen `/test-email` talks to.
 *
 * Where mail goes depends on the server: to an SMTP server, to the built-in mailbox, or nowhere.
 * The mailbox is open only to requests that (a) name `localhost`, `127.0.0.1` or `[::1]` with the server's port as Host,
 * (b) carry `Sec-Fetch-Site: same-origin` or `none` (browsers do by themselves), and (c) carry the mailbox key: the link printed at start,
 * `/test-email?key=…`, puts it into an HttpOnly cookie and redirects (303) to `/test-email`. Everybody else gets `locked`.
 * The cookie is HttpOnly and SameSite=Strict: same-origin `fetch` sends it by itself; no bearer token is needed here.
 */

/** One mail as listed. Times are ISO 8601. */
export interface MailboxMessageSummary {
  id: string;
  to: string;
  subject: string;
  sentAt: string;
  /** What kind of mail it is. */
  kind: MailKind;
}

/** `GET /api/mailbox/:id` → 200, or 404 `not_found` (also when the mailbox is locked for the caller: 403 `forbidden`). */
export interface MailboxMessage extends MailboxMessageSummary {
  from: string;
  text: string;
  /** Show it only through `htmlUrl` in `<iframe sandbox>`: that address answers with a CSP sandbox. */
  htmlUrl: string;
  /** Every http(s) address in `text`, in order, without repeats: the links a person would click. */
  links: string[];
}

/** `account`: what happens to the account itself, e.g. that it will be deleted. */
export type MailKind = 'recovery' | 'confirmation' | 'email_change' | 'test' | 'account';

/** `GET /api/mailbox` → 200 always. Newest message first, at most `mailboxMessageLimit`. */
export type MailboxState =
  | { delivery: 'mailbox'; access: 'open'; messages: MailboxMessageSummary[] }
  /** The built-in mailbox is on, but this request does not hold the key (or comes from elsewhere). */
  | { delivery: 'mailbox'; access: 'locked' }
  /** `healthy` is the last check's outcome, `checkedAt` its time; `problem` is one sentence for a person when unhealthy. */
  | { delivery: 'smtp'; healthy: boolean; checkedAt: string; problem: string | null }
  /** Mail is not configured: nothing can be sent. */
  | { delivery: 'none' };

/**
 * `DELETE /api/mailbox` empties the mailbox, `DELETE /api/mailbox/:id` removes one message: 204.
 * 403 `forbidden` when locked; 404 `not_found` when there is no built-in mailbox or no such message.
 *
 * `POST /api/mailbox/test-mail` (`apikey` and bearer token of a signed-in user, empty body) sends one test mail to the caller's own
 * address: 200 with this body. 401 `unauthenticated`; 429 `rate_limited` with `details: { retryAfterSeconds }`
 * (and a `retry-after` header); 503 `unavailable` when mail is not configured or the mail server refuses.
 */
export interface TestMailResult {
  to: string;
  delivery: 'mailbox' | 'smtp';
}

/** The mailbox keeps this many messages; older ones are dropped. */
export const mailboxMessageLimit = 200;
