import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CropFrame } from './crop-frame.tsx';
import { type Crop, startCrop } from './crop-math.ts';
import { type ChosenPicture, cutPicture } from './read-picture.ts';

interface CropDialogProps {
  picture: ChosenPicture;
  /** Stores it. Throws with a sentence for the person. */
  onSave: (picture: Blob) => Promise<void>;
  onClose: () => void;
}

/** Which part of the picture is to be the avatar. */
export function CropDialog({ picture, onSave, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>(() => startCrop(picture.size));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSave(await cutPicture(picture, crop));
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong. Please try again.');
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title="Your picture"
      footer={
        <>
          <Button look="plain" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void save()}>
            {busy ? 'Saving…' : 'Save picture'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pt-1">
        <div role="alert" className="empty:hidden">
          {problem ? <Banner tone="danger">{problem}</Banner> : null}
        </div>
        <CropFrame url={picture.url} size={picture.size} crop={crop} onChange={setCrop} />
      </div>
    </Dialog>
  );
}
