import { useEffect } from 'react';
import { countInterest } from '../../runtime/interest.ts';
import type { ScreenToCome } from '../../runtime/screens-to-come.ts';
import { Page } from '../../ui/page.tsx';
import { interestPromise, interestTitle, Meanwhile } from './interest-words.tsx';
import { StonesDrawing } from './stones-drawing.tsx';

/** What a typed address of a screen to come shows: the same words as the modal. */
export function InterestScreen({ screen }: { screen: ScreenToCome }) {
  useEffect(() => countInterest(screen), [screen]);
  return (
    <Page title={interestTitle(screen)} width="form">
      <div className="grid gap-6">
        <StonesDrawing />
        <p>{screen.purpose}</p>
        <p className="text-ink-muted">{interestPromise}</p>
        <div>
          <Meanwhile screen={screen} />
        </div>
      </div>
    </Page>
  );
}
