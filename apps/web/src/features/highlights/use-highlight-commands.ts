import { type HighlightColour, highlightColours } from '../../data/highlights.ts';
import { type ScreenCommand, useScreenCommands } from '../../runtime/screen-commands.ts';

interface HighlightCommands {
  hasHighlights: boolean;
  /** One of them is chosen. */
  isChosen: boolean;
  onMark: () => void;
  onColour: (colour: HighlightColour) => void;
  onStep: (by: 1 | -1) => void;
  onComment: () => void;
  onAddToNote: () => void;
  onCopy: () => void;
  onDelete: () => void;
}

/** What the text's own keys do, by name too. */
export function useHighlightCommands(on: HighlightCommands): void {
  const always: ScreenCommand[] = [
    { id: 'mark', title: 'Highlight the selection or the paragraph', screenKeys: 'h', run: on.onMark },
    ...highlightColours.map((colour, index) => ({
      id: `mark ${colour}`,
      title: `Highlight or recolour: ${colour}`,
      screenKeys: `${index + 1}`,
      run: () => on.onColour(colour),
    })),
    { id: 'comment', title: 'Comment on the selection or the highlight', screenKeys: 'c', run: on.onComment },
  ];
  const withSome: ScreenCommand[] = [
    { id: 'next-highlight', title: 'Next highlight', screenKeys: 'n', run: () => on.onStep(1) },
    { id: 'previous-highlight', title: 'Previous highlight', screenKeys: 'p', run: () => on.onStep(-1) },
  ];
  const withChosen: ScreenCommand[] = [
    { id: 'highlight-to-note', title: 'Add the highlight to a note', run: on.onAddToNote },
    { id: 'copy-highlight', title: 'Copy the highlight', run: on.onCopy },
    { id: 'delete-highlight', title: 'Delete the highlight', screenKeys: 'delete', run: on.onDelete },
  ];
  useScreenCommands([...always, ...(on.hasHighlights ? withSome : []), ...(on.isChosen ? withChosen : [])]);
}
