import { BookOpen, FileText } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Progress } from '../../ui/progress.tsx';
import { SkeletonList, SkeletonText } from '../../ui/skeleton.tsx';
import { Specimen, States } from './specimen.tsx';

const longTitle =
  'On the origin, the slow decline and the late rediscovery of the commonplace book as an instrument of thought, 1680–1990';

export function Content() {
  return (
    <>
      <Specimen id="cards" title="Cards and lists">
        <div className="grid gap-4">
          <Card>
            <h3 className="font-semibold">A card</h3>
            <p className="text-14 text-ink-muted">It holds one thing.</p>
          </Card>
          <Card interactive as="article">
            <h3 className="font-semibold">
              <a href="#cards" className="before:absolute before:inset-0 focus-visible:outline-none">
                A card that leads somewhere
              </a>
            </h3>
            <p className="text-14 text-ink-muted">All of it answers to the pointer.</p>
          </Card>
          <List label="Recently read">
            <ListRow
              leading={<FileText aria-hidden className="size-5" />}
              title={longTitle}
              detail="12 min · yesterday"
              trailing={<IconButton label="Open" icon={<BookOpen aria-hidden />} />}
            />
            <ListRow
              leading={<FileText aria-hidden className="size-5" />}
              title="مقدمة ابن خلدون"
              detail="48 min · 3 Nov"
              trailing={<Badge tone="accent">Cornell note</Badge>}
            />
            <ListRow
              leading={<FileText aria-hidden className="size-5" />}
              title="🪨🪨🪨 Stones"
              detail="1 min · today"
            />
          </List>
        </div>
      </Specimen>

      <Specimen id="empty" title="Empty">
        <EmptyState action={<Button>Import an article</Button>}>
          Your library is empty: bring in the first text you want to keep.
        </EmptyState>
      </Specimen>

      <Specimen id="skeletons" title="Skeletons" note="Three on a phone, six elsewhere; nothing for the first 300 ms.">
        <div className="grid gap-8">
          <SkeletonList label="Loading the list" />
          <SkeletonText label="Loading the text" />
        </div>
      </Specimen>

      <Specimen id="progress" title="Progress">
        <div className="grid max-w-md gap-5">
          <Progress label="Importing" value={3} max={12} valueText="3 of 12 articles" />
          <Progress label="Reading" value={64} />
          <Progress label="Nothing yet" value={0} />
          <Progress label="Done" value={100} />
          <Progress label="Fetching the page" />
        </div>
      </Specimen>

      <Specimen id="small" title="Avatars, badges, keys">
        <div className="grid gap-5">
          <States>
            <Avatar name="Ada Lovelace" size={24} />
            <Avatar name="Ada Lovelace" />
            <Avatar name="Ada Lovelace" size={40} alt="Ada Lovelace" />
            <Avatar name="محمد بن موسى" size={64} />
            <Avatar name="" size={40} />
            <Avatar name="Picture" src="/favicon.svg" size={40} />
          </States>
          <States>
            <Badge>Neutral</Badge>
            <Badge tone="accent">Accent</Badge>
            <Badge tone="success">Saved</Badge>
            <Badge tone="warning">Waiting</Badge>
            <Badge tone="danger">Failed</Badge>
            <Badge tone="info">1,024</Badge>
          </States>
          <States>
            <Kbd keys="mod+k" />
            <Kbd keys="mod+shift+p" />
            <Kbd keys="?" />
            <Kbd keys="esc" />
            <Kbd keys="enter" />
          </States>
        </div>
      </Specimen>

      <Specimen id="banners" title="Banners">
        <Banners />
      </Specimen>
    </>
  );
}

function Banners() {
  const [open, setOpen] = useState(true);
  return (
    <div className="grid gap-3">
      <Banner tone="danger" title="We could not load your articles" action={<Button look="quiet">Try again</Button>}>
        The server did not answer. Nothing of yours is lost.
      </Banner>
      <Banner tone="warning" title="You are offline">
        What you write is kept in this browser.
      </Banner>
      <Banner tone="success">The note is saved.</Banner>
      {open ? (
        <Banner tone="info" title="New: cues" onClose={() => setOpen(false)}>
          Add one at a passage and rehearse it later.
        </Banner>
      ) : null}
    </div>
  );
}
