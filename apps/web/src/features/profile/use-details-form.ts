import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { type OwnProfile, type ProfileDetails, saveDetails } from '../../data/profile.ts';
import { ApiError } from '../../data/request.ts';
import { useDraft } from '../../runtime/drafts.ts';
import { ownProfileQuery } from '../../runtime/own-profile.ts';
import { notify } from '../../ui/notifications.ts';
import { handleProblem, lengthOf, longestBio, longestName } from './handle-rules.ts';

export type DetailName = keyof ProfileDetails;
export type Details = Record<DetailName, string>;

/** What was typed, over what was saved when the typing began. */
interface Draft {
  base: ProfileDetails & { updated_at: string };
  typed: Partial<Details>;
}

/** In the order of the form. */
const names = ['display_name', 'handle', 'bio'] as const satisfies readonly DetailName[];

const readDraft = (text: string): Draft | undefined => {
  try {
    return JSON.parse(text) as Draft;
  } catch {
    return undefined;
  }
};

function problemOf(name: DetailName, text: string): string | undefined {
  if (name === 'handle') return handleProblem(text);
  const longest = name === 'bio' ? longestBio : longestName;
  const length = lengthOf(text.trim());
  return length > longest ? `This is ${length} characters long; at most ${longest} are kept.` : undefined;
}

/** Empty is nothing. */
const toStored = (name: DetailName, text: string): string | null => (name === 'handle' ? text : text.trim()) || null;

interface DetailsForm {
  formRef: RefObject<HTMLFormElement | null>;
  fields: Details;
  errors: Partial<Details>;
  /** Of the form as a whole. */
  problem: string | undefined;
  dirty: boolean;
  busy: boolean;
  /** What somebody changed elsewhere while it was being changed here. */
  changedElsewhere: readonly DetailName[];
  change: (name: DetailName, text: string) => void;
  takeTheirs: () => void;
  discard: () => void;
  submit: (event: FormEvent) => void;
}

/**
 * Name, handle and bio, saved together when the person says so. Until then they are a draft: leaving, reloading or an expired session
 * does not lose it.
 */
export function useDetailsForm(userId: string, profile: OwnProfile): DetailsForm {
  const queries = useQueryClient();
  const formRef = useRef<HTMLFormElement>(null);
  const [text, setText] = useDraft('profile-details');
  const [errors, setErrors] = useState<Partial<Details>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const draft = readDraft(text);
  const saved: Details = {
    display_name: profile.display_name ?? '',
    handle: profile.handle ?? '',
    bio: profile.bio ?? '',
  };
  const fields = { ...saved, ...draft?.typed };
  const changed = names.filter((name) => fields[name] !== saved[name]);
  const dirty = changed.length > 0;
  const changedElsewhere = changed.filter((name) => draft && (draft.base[name] ?? '') !== saved[name]);

  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (dirty && current.pathname !== next.pathname) {
        notify({
          type: 'info',
          message: 'Your profile has changes that are not saved. They wait for you in this browser.',
        });
      }
      return false;
    },
    enableBeforeUnload: false,
  });

  const keep = (typed: Partial<Details>) => {
    const left = Object.entries(typed).filter(([name, value]) => value !== saved[name as DetailName]);
    if (left.length === 0) return setText('');
    const { display_name, handle, bio, updated_at } = profile;
    const base = draft?.base ?? { display_name, handle, bio, updated_at };
    setText(JSON.stringify({ base, typed: Object.fromEntries(left) } satisfies Draft));
  };

  const save = async () => {
    const problems: Partial<Details> = {};
    for (const name of changed) {
      const found = problemOf(name, fields[name]);
      if (found) problems[name] = found;
    }
    setErrors(problems);
    setProblem(undefined);
    const first = names.find((name) => problems[name]);
    if (first) return focus(first);
    const changes: Partial<ProfileDetails> = {};
    for (const name of changed) changes[name] = toStored(name, fields[name]);
    setBusy(true);
    try {
      const { overwritten } = await saveDetails(userId, changes, draft?.base ?? profile);
      queries.setQueryData(ownProfileQuery(userId).queryKey, (now) => now && { ...now, ...changes });
      setText('');
      await queries.invalidateQueries({ queryKey: ownProfileQuery(userId).queryKey });
      notify(
        overwritten
          ? {
              type: 'warning',
              message: 'Your version is saved. It replaces what was changed in another tab or device.',
            }
          : { type: 'success', message: 'Your profile is saved.' },
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        setErrors({ handle: error.message });
        focus('handle');
      } else {
        const why = error instanceof ApiError ? error.message : 'Something went wrong. Please try again.';
        setProblem(`${why} What you typed is kept in this browser.`);
      }
    } finally {
      setBusy(false);
    }
  };

  const focus = (name: DetailName) => formRef.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  return {
    formRef,
    fields,
    errors,
    problem,
    dirty,
    busy,
    changedElsewhere,
    change: (name, value) => {
      setErrors({ ...errors, [name]: undefined });
      keep({ ...draft?.typed, [name]: value });
    },
    takeTheirs: () =>
      keep(
        Object.fromEntries(
          Object.entries(draft?.typed ?? {}).filter(([name]) => !changedElsewhere.includes(name as DetailName)),
        ),
      ),
    discard: () => {
      setText('');
      setErrors({});
      setProblem(undefined);
    },
    submit: (event) => {
      event.preventDefault();
      if (!busy && dirty) void save();
    },
  };
}
