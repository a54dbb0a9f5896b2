import type { Citation } from '@cairn/contracts/ask';
import { buttonClass } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CitationPassage } from './citation-passage.tsx';
import { PlaceLink } from './place-link.tsx';

interface CitationSheetProps {
  number: number;
  citation: Citation;
  open: boolean;
  onClose: () => void;
}

/** The preview of a citation for fingers. */
export function CitationSheet({ number, citation, open, onClose }: CitationSheetProps) {
  return (
    <Sheet side="bottom" title={`Source ${number}`} open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <div className="grid gap-4">
        <CitationPassage citation={citation} />
        <PlaceLink citation={citation} className={buttonClass('primary', 'w-full')} onClick={onClose}>
          Open
        </PlaceLink>
      </div>
    </Sheet>
  );
}
