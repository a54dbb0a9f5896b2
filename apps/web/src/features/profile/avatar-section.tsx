import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ImageUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { type OwnProfile, saveAvatarPath } from '../../data/profile.ts';
import { prepareStorage, publicAvatarUrl, removeAvatar, uploadAvatar } from '../../data/storage.ts';
import { ownProfileQuery, useFace } from '../../runtime/own-profile.ts';
import type { SignedInUser } from '../../runtime/session.ts';
import { doUndoably } from '../../runtime/undoable-work.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notifications.ts';
import { type ChosenPicture, PictureProblem, pictureTypes, readPicture } from './read-picture.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((module) => ({ default: module.CropDialog })));

/** The picture: chosen or dropped, cut, replaced, taken away and brought back. */
export function AvatarSection({ user, profile }: { user: SignedInUser; profile: OwnProfile }) {
  const queries = useQueryClient();
  const { name } = useFace(user);
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLElement>(null);
  const [picture, setPicture] = useState<ChosenPicture>();
  const [problem, setProblem] = useState<string>();
  const [dropping, setDropping] = useState(false);
  const { queryKey } = ownProfileQuery(user.id);

  const show = (path: string | null, url: string | null) =>
    queries.setQueryData(queryKey, (now) => now && { ...now, avatar_path: path, avatarUrl: url });

  const choose = async (file: File | undefined) => {
    setProblem(undefined);
    if (!file) return;
    prepareStorage();
    try {
      setPicture(await readPicture(file));
    } catch (error) {
      setProblem(error instanceof PictureProblem ? error.message : 'This file cannot be read.');
    }
  };

  const store = async (blob: Blob) => {
    const path = await uploadAvatar(user.id, blob);
    await saveAvatarPath(user.id, path);
    await queries.cancelQueries({ queryKey });
    show(path, await publicAvatarUrl(path));
    notify({ type: 'success', message: 'Your picture is saved.' });
  };

  const remove = async () => {
    const { avatar_path: path, avatarUrl: url } = profile;
    setProblem(undefined);
    prepareStorage();
    await queries.cancelQueries({ queryKey });
    show(null, null);
    try {
      await saveAvatarPath(user.id, null);
    } catch (error) {
      show(path, url);
      setProblem(error instanceof Error ? error.message : 'The picture could not be removed.');
      return;
    }
    doUndoably({
      message: 'Your picture is removed.',
      finish: async () => {
        // Another one may have been put in its place meanwhile.
        if (!queries.getQueryData(queryKey)?.avatar_path) await removeAvatar(user.id);
      },
      undo: () => {
        if (queries.getQueryData(queryKey)?.avatar_path) return;
        show(path, url);
        saveAvatarPath(user.id, path).catch(() => {
          show(null, null);
          notify({ type: 'error', message: 'The picture could not be brought back. Please upload it again.' });
        });
      },
      failed: 'The picture is not shown any more, but could not be deleted. Please remove it again.',
    });
    // The button that was pressed is gone.
    frame.current?.querySelector('button')?.focus();
  };

  return (
    <section
      ref={frame}
      aria-label="Picture, also by dropping a file here"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDropping(false);
        void choose(event.dataTransfer.files[0]);
      }}
      className={clsx(
        '-m-3 grid gap-4 rounded-16 border border-dashed p-3',
        dropping ? 'border-accent bg-accent-soft' : 'border-transparent',
      )}
    >
      <div role="alert" className="empty:hidden">
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar
          name={name}
          src={profile.avatarUrl ?? undefined}
          size={96}
          alt={profile.avatarUrl ? 'Your picture' : 'No picture'}
        />
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" onClick={() => input.current?.click()} onPointerEnter={prepareStorage}>
              <ImageUp aria-hidden className="size-4" />
              {profile.avatarUrl ? 'Change picture' : 'Upload picture'}
            </Button>
            {profile.avatarUrl ? (
              <Button look="plain" onClick={() => void remove()} onPointerEnter={prepareStorage}>
                <Trash2 aria-hidden className="size-4" />
                Remove
              </Button>
            ) : null}
          </div>
          <p className="text-13 text-ink-muted">
            JPEG, PNG or WebP. Everybody can see it; what the file says of place and camera is taken out.
          </p>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(',')}
        aria-label="Picture file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      {picture ? (
        <Suspense>
          <CropDialog
            picture={picture}
            onSave={store}
            onClose={() => {
              picture.close();
              setPicture(undefined);
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
