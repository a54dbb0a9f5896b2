import { plans, type UpgradeOffer } from '@cairn/contracts/plans';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';
import { useConnection } from '../../runtime/connection/use-connection.ts';
import { useDraft } from '../../runtime/drafts.ts';
import { PlaceLink } from '../../runtime/place-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { readSharedAddress } from './shared-address.ts';
import { type ImportState, useImport } from './use-import.ts';

export function ImportForm() {
  const [url, setUrl] = useDraft('import address');
  const { state, start, cancel, fail } = useImport();
  const form = useRef<HTMLFormElement>(null);
  const working = state.step === 'working';
  const error = state.step === 'failed' ? state.message : undefined;
  const online = useConnection() === 'online';

  const navigate = useNavigate();

  // Shared with the installed app: in the field, for the person to look at. The address of this screen stays clean.
  useEffect(() => {
    const { search } = window.location;
    if (!search) return;
    const shared = readSharedAddress(new URLSearchParams(search));
    if (shared) setUrl(shared);
    void navigate({ to: '/import', search: {}, replace: true });
  }, [setUrl, navigate]);

  // A refusal is about the address: bring the person back to it.
  useEffect(() => {
    if (state.step === 'failed' || state.step === 'cancelled') form.current?.querySelector('input')?.focus();
    if (state.step === 'done') setUrl('');
  }, [state, setUrl]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    const address = url.trim();
    if (address) void start(address);
    else fail('Please enter the address of a web page.');
  };

  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={working} className="grid gap-4">
      <TextField
        label="Address of the article"
        name="url"
        // Not type="url": a missing https:// is fine, and the server reads it.
        type="text"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        placeholder="https://"
        required
        readOnly={working}
        value={url}
        error={error}
        hint={online ? undefined : 'Importing needs a connection. The address stays here until it is back.'}
        onChange={(event) => setUrl(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={working}>
          {working ? 'Importing…' : 'Import article'}
        </Button>
        {working ? (
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
      </div>
      <div role="status">
        <Outcome state={state} online={online} />
      </div>
      {/* The field shows the sentence; this says it aloud. */}
      <p role="alert" className="sr-only">
        {error}
      </p>
    </form>
  );
}

function Outcome({ state, online }: { state: ImportState; online: boolean }) {
  if (state.step === 'working') {
    return (
      <div className="grid gap-2 text-14 text-ink-muted">
        <p className="truncate">
          {online ? `Fetching and reading ${state.url}` : 'The server does not answer; it is asked again and again.'}
        </p>
        <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line">
          <div className="h-full w-1/3 animate-progress rounded-full bg-accent" />
        </div>
      </div>
    );
  }
  if (state.step === 'failed' && state.upgrade) return <Offer {...state.upgrade} />;
  if (state.step === 'cancelled') return <Banner tone="info">The import was cancelled.</Banner>;
  if (state.step !== 'done') return null;
  const { status, articleId, title } = state.result;
  const duplicate = status === 'duplicate';
  return (
    <Banner
      tone={duplicate ? 'info' : 'success'}
      title={duplicate ? 'This article is already in your library' : 'Imported'}
      action={
        <Link to="/article/$articleId" params={{ articleId }} className={buttonClass('quiet')}>
          {duplicate ? 'Open the article' : 'Read it now'}
        </Link>
      }
    >
      <span dir="auto">{title}</span>
    </Banner>
  );
}

function Offer({ nextTier, price }: UpgradeOffer) {
  const { name, monthlyImports } = plans[nextTier];
  return (
    <Banner
      tone="info"
      title={monthlyImports === null ? `${name} imports without a limit` : `${name}: ${monthlyImports} imports a month`}
      action={
        <PlaceLink href="/pricing" className={buttonClass('quiet')}>
          Upgrade to Plus
        </PlaceLink>
      }
    >
      For ${price} a month. What you have stays, and reading and searching go on without a limit.
    </Banner>
  );
}
