import { Archive, Copy, Ellipsis, ExternalLink, Share2, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Sheet, type SheetSide } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Notifications } from './notifications.tsx';
import { LiveSpecimen } from './specimen.tsx';

export function Overlays() {
  return (
    <>
      <LiveSpecimen
        id="dialogs"
        title="Dialog and sheet"
        note="They keep the focus inside and give it back. Escape closes."
      >
        <Dialogs />
      </LiveSpecimen>
      <LiveSpecimen
        id="menus"
        title="Popover, menu and tooltip"
        note="Arrow keys and first letters move through a menu."
      >
        <Menus />
      </LiveSpecimen>
      <LiveSpecimen id="tabs" title="Tabs">
        <TabsSpecimen />
      </LiveSpecimen>
      <LiveSpecimen
        id="toasts"
        title="Toasts"
        note="At most five. Hovering, focusing or hiding the page stops the clock; F6 brings the focus here, Escape closes."
      >
        <Notifications />
      </LiveSpecimen>
    </>
  );
}

function Dialogs() {
  const [dialog, setDialog] = useState(false);
  const [long, setLong] = useState(false);
  const [side, setSide] = useState<SheetSide>('end');
  const [sheet, setSheet] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="quiet" onClick={() => setDialog(true)}>
        Open dialog
      </Button>
      <Button look="quiet" onClick={() => setLong(true)}>
        Open long dialog
      </Button>
      {(['start', 'end', 'bottom'] as const).map((where) => (
        <Button
          key={where}
          look="quiet"
          onClick={() => {
            setSide(where);
            setSheet(true);
          }}
        >
          Sheet at {where}
        </Button>
      ))}
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Rename the note"
        description="Links to it keep working."
        initialFocus={name}
        footer={
          <>
            <Button look="plain" onClick={() => setDialog(false)}>
              Cancel
            </Button>
            <Button onClick={() => setDialog(false)}>Rename</Button>
          </>
        }
      >
        <TextField ref={name} label="Name" defaultValue="On reading slowly" />
      </Dialog>
      <Dialog open={long} onOpenChange={setLong} title="What is kept" width="wide">
        <div className="grid gap-3">
          {Array.from({ length: 24 }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
            <p key={row}>A long text scrolls inside the dialog; its title and its buttons stay where they are.</p>
          ))}
        </div>
      </Dialog>
      <Sheet open={sheet} onOpenChange={setSheet} side={side} title="Contents">
        <ul className="grid gap-1">
          {['Beginnings', 'The method', 'What came of it'].map((chapter) => (
            <li key={chapter}>
              <Button look="plain" onClick={() => setSheet(false)}>
                {chapter}
              </Button>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  );
}

function Menus() {
  const [last, setLast] = useState('Nothing chosen');
  const choose = (label: string) => () => setLast(`Chosen: ${label}`);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Popover label="Text settings" trigger={<Button look="quiet">Open popover</Button>}>
        <p className="mb-3">The page behind stays usable.</p>
        <Button look="quiet" onClick={choose('from the popover')}>
          Do something
        </Button>
      </Popover>
      <Menu
        trigger={<Button look="quiet">Open menu</Button>}
        header="On reading slowly"
        items={[
          { label: 'Copy link', icon: <Copy />, shortcut: 'mod+c', onSelect: choose('Copy link') },
          { label: 'Share', icon: <Share2 />, onSelect: choose('Share') },
          { label: 'Export', icon: <ExternalLink />, disabled: true },
          { label: 'Archive', icon: <Archive />, onSelect: choose('Archive') },
          { label: 'Back to the start', href: '/' },
          {
            label: 'Delete',
            icon: <Trash2 />,
            danger: true,
            separated: true,
            shortcut: 'shift+d',
            onSelect: choose('Delete'),
          },
        ]}
      />
      <Tooltip label="More actions" shortcut="mod+k">
        <IconButton label="More actions" icon={<Ellipsis aria-hidden />} />
      </Tooltip>
      <p role="status" className="text-14 text-ink-muted">
        {last}
      </p>
    </div>
  );
}

function TabsSpecimen() {
  const [tab, setTab] = useState<'notes' | 'highlights' | 'cues' | 'links'>('notes');
  return (
    <Tabs
      label="About the article"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'notes', label: 'Notes', content: <p>Two notes are about this article.</p> },
        { value: 'highlights', label: 'Highlights', content: <p>Seven passages are highlighted.</p> },
        { value: 'cues', label: 'Cues', content: <p>No cues yet.</p> },
        { value: 'links', label: 'Links', content: <p>Nothing links here.</p>, disabled: true },
      ]}
    />
  );
}
