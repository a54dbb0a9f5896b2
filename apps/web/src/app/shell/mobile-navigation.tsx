import { Sheet } from '../../ui/sheet.tsx';
import { SidebarContent } from './sidebar.tsx';

interface MobileNavigationProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The sidebar of small screens, sliding in over the page. */
export function MobileNavigation({ open, onOpenChange }: MobileNavigationProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} side="start" title="Menu">
      <div className="[--sidebar-paper:var(--surface-raised)]">
        <SidebarContent />
      </div>
    </Sheet>
  );
}
