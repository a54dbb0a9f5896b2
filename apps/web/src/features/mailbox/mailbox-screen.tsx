import type { MailboxState } from '@cairn/contracts/mailbox';
import { useMutation, useQuery } from '@tanstack/react-query';
import { sendTestMail } from '../../data/mailbox.ts';
import { formatMoment } from '../../lib/dates.ts';
import { useSession } from '../../runtime/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { MailList } from './mail-list.tsx';
import { mailboxQuery } from './mailbox-queries.ts';

export function MailboxScreen() {
  const mailbox = useQuery(mailboxQuery);
  const session = useSession();
  const canSend = session.status === 'authenticated' && mailbox.data !== undefined && mailbox.data.delivery !== 'none';
  return (
    <Page title="Mailbox" lead="Where the mail of this server goes, and whether it works.">
      <div className="grid gap-8">
        <QueryProblem query={mailbox} what="the state of mail" />
        {mailbox.isPending && mailbox.fetchStatus !== 'paused' ? (
          <SkeletonList label="Loading the state of mail" />
        ) : null}
        {mailbox.data ? <Delivery state={mailbox.data} /> : null}
        {canSend ? <TestMail email={session.user.email} /> : null}
        {mailbox.data?.delivery === 'mailbox' && mailbox.data.access === 'open' ? (
          <MailList messages={mailbox.data.messages} />
        ) : null}
      </div>
    </Page>
  );
}

function Delivery({ state }: { state: MailboxState }) {
  if (state.delivery === 'none') {
    return (
      <Banner tone="warning" title="Mail is not configured">
        This server cannot send mail.
      </Banner>
    );
  }
  if (state.delivery === 'smtp') {
    const checked = `Last checked ${formatMoment(state.checkedAt)}.`;
    return state.healthy ? (
      <Banner tone="success" title="Mail is sent through a mail server">
        It answers as it should. {checked}
      </Banner>
    ) : (
      <Banner tone="danger" title="The mail server has a problem">
        {state.problem} {checked}
      </Banner>
    );
  }
  if (state.access === 'locked') {
    return (
      <Banner tone="info" title="The built-in mailbox is locked here">
        Mail stays on this server. To read it, open the mailbox link that the server printed when it started, in this
        browser.
      </Banner>
    );
  }
  return (
    <Banner tone="info" title="The built-in mailbox">
      No mail leaves this server: everything it would send is kept here.
    </Banner>
  );
}

function TestMail({ email }: { email: string }) {
  const mail = useMutation({ mutationFn: sendTestMail });
  return (
    <section aria-labelledby="test-mail" className="grid gap-3">
      <h2 id="test-mail" className="text-18 font-semibold">
        Test mail
      </h2>
      <div>
        <Button look="quiet" busy={mail.isPending} onClick={() => mail.mutate()}>
          {mail.isPending ? 'Sending…' : 'Send a test mail to my address'}
        </Button>
      </div>
      <p className="text-13 text-ink-muted">It goes to {email}.</p>
      <div role="status">
        {mail.isSuccess ? <Banner tone="success">A test mail was sent to {mail.data.to}.</Banner> : null}
      </div>
      <div role="alert" className="empty:hidden">
        {mail.isError ? <Banner tone="danger">{mail.error.message}</Banner> : null}
      </div>
    </section>
  );
}
