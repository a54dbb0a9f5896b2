import { useState } from 'react';
import { stopAsking } from '../../runtime/interest.ts';
import type { ScreenToCome } from '../../runtime/screens-to-come.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { interestPromise, interestTitle, Meanwhile } from './interest-words.tsx';
import { StonesDrawing } from './stones-drawing.tsx';

/** The 'is on the way' modal. `undefined` closes it; the words stay while it goes. */
export function InterestModal({ screen }: { screen: ScreenToCome | undefined }) {
  const [last, setLast] = useState(screen);
  if (screen && screen !== last) setLast(screen);
  if (!last) return null;
  return (
    <Dialog
      open={screen !== undefined}
      onOpenChange={(open) => {
        if (!open) stopAsking();
      }}
      title={interestTitle(last)}
      description={last.purpose}
      footer={
        <>
          <Button look="quiet" onClick={stopAsking}>
            Close
          </Button>
          <Meanwhile screen={last} />
        </>
      }
    >
      <div className="grid gap-4">
        <StonesDrawing />
        <p className="text-14 text-ink-muted">{interestPromise}</p>
      </div>
    </Dialog>
  );
}
