import type { ReactNode } from 'react';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export interface PanelTab {
  value: string;
  label: string;
  content: ReactNode;
}

interface ReaderPanelProps {
  wide: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tab: string;
  onTab: (tab: string) => void;
  tabs: readonly PanelTab[];
}

/** Contents, highlights and questions: beside the text where there is room, else in a sheet from below. */
export function ReaderPanel({ wide, open, onOpenChange, tab, onTab, tabs }: ReaderPanelProps) {
  const inside = <Tabs label="About this article" value={tab} onValueChange={onTab} tabs={tabs} />;
  if (!wide) {
    return (
      <Sheet open={open} onOpenChange={onOpenChange} side="bottom" title="About this article">
        {inside}
      </Sheet>
    );
  }
  if (!open) return null;
  return (
    <aside
      aria-label="About this article"
      className="sticky top-[calc(var(--top-bar)+3.0625rem)] h-[calc(100dvh-var(--top-bar)-3.0625rem)] w-88 shrink-0 overflow-y-auto border-s border-line px-4 pt-2 pb-6 font-sans"
    >
      {inside}
    </aside>
  );
}
