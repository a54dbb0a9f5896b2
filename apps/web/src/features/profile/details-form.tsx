import { useQuery } from '@tanstack/react-query';
import { checkHandle, type OwnProfile } from '../../data/profile.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Textarea, TextField } from '../../ui/field.tsx';
import { handleProblem, lengthOf, longestBio, tidyHandle } from './handle-rules.ts';
import { type DetailName, useDetailsForm } from './use-details-form.ts';

const labels: Record<DetailName, string> = { display_name: 'name', handle: 'handle', bio: 'bio' };
const number = new Intl.NumberFormat();

/** Name, handle and bio. */
export function DetailsForm({ userId, profile }: { userId: string; profile: OwnProfile }) {
  const form = useDetailsForm(userId, profile);
  const { fields, errors, changedElsewhere } = form;
  const bioLength = lengthOf(fields.bio);
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid max-w-xl gap-5">
      <div role="alert" className="empty:hidden">
        {form.problem ? <Banner tone="danger">{form.problem}</Banner> : null}
      </div>
      <div role="status" className="empty:sr-only">
        {changedElsewhere.length > 0 ? (
          <Banner
            tone="warning"
            title="Changed in another tab or device"
            action={
              <Button look="quiet" onClick={form.takeTheirs}>
                Use the other version
              </Button>
            }
          >
            {`Your ${changedElsewhere.map((name) => labels[name]).join(' and ')} ${changedElsewhere.length > 1 ? 'were' : 'was'} changed somewhere else meanwhile. Saving here replaces that.`}
          </Banner>
        ) : null}
      </div>
      <TextField
        label="Name"
        name="display_name"
        autoComplete="name"
        dir="auto"
        value={fields.display_name}
        error={errors.display_name}
        hint="Shown beside your picture."
        onChange={(event) => form.change('display_name', event.target.value)}
      />
      <TextField
        label="Handle"
        name="handle"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        value={fields.handle}
        error={errors.handle ?? handleProblemWhileTyping(fields.handle)}
        hint={<HandleHint handle={fields.handle} saved={profile.handle ?? ''} />}
        onChange={(event) => form.change('handle', tidyHandle(event.target.value))}
      />
      <Textarea
        label="Bio"
        name="bio"
        dir="auto"
        rows={3}
        value={fields.bio}
        error={errors.bio}
        hint={
          bioLength > longestBio - 200
            ? `${number.format(bioLength)} of ${number.format(longestBio)} characters`
            : 'A few words about what you read and think about.'
        }
        onChange={(event) => form.change('bio', event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={form.busy} disabled={!form.dirty}>
          {form.busy ? 'Saving…' : 'Save changes'}
        </Button>
        {form.dirty && !form.busy ? (
          <Button look="plain" onClick={form.discard}>
            Discard
          </Button>
        ) : null}
        <p role="status" className="text-13 text-ink-muted">
          {form.dirty && !form.busy ? 'Not saved yet' : ''}
        </p>
      </div>
    </form>
  );
}

/** That it is still too short is no fault of somebody who is typing it. */
const handleProblemWhileTyping = (handle: string) => (handle.length < 3 ? undefined : handleProblem(handle));

/** Whether the handle can be had, while it is typed. The database has the last word when it is saved. */
function HandleHint({ handle, saved }: { handle: string; saved: string }) {
  const rested = useDebounced(handle, 300);
  const asks = rested !== '' && rested !== saved && !handleProblem(rested);
  const check = useQuery({
    queryKey: ['check-handle', rested],
    queryFn: ({ signal }) => checkHandle(rested, signal),
    enabled: asks,
    staleTime: 10_000,
  });
  const answer = rested === handle ? check.data : undefined;
  const usual = 'Your unique name here: letters a to z, digits and underscores.';
  const said =
    handle === '' || handle === saved || handleProblem(handle) ? null : answer === undefined ? (
      check.isError || check.fetchStatus === 'paused' ? (
        'Whether it is free is seen when you save.'
      ) : (
        `Checking whether @${handle} is free…`
      )
    ) : answer ? (
      <span className="text-success">@{handle} is free.</span>
    ) : (
      <span className="text-danger">@{handle} is taken. Please choose another one.</span>
    );
  return (
    <>
      {said ? null : usual}
      {/* There from the beginning, so that what comes into it is read out. */}
      <span role="status">{said}</span>
    </>
  );
}
