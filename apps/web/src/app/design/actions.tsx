import { Bookmark, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { Specimen, State, States } from './specimen.tsx';

const looks = ['primary', 'quiet', 'plain', 'danger'] as const;

export function Actions() {
  return (
    <>
      <Specimen id="buttons" title="Buttons" note="One primary action per view. 44 px for fingers, 36 px for a mouse.">
        <div className="grid gap-4">
          {looks.map((look) => (
            <States key={look}>
              <State name={look}>
                <Button look={look}>Save note</Button>
              </State>
              <State name="with icon">
                <Button look={look}>
                  <Plus aria-hidden className="size-4" />
                  New note
                </Button>
              </State>
              <State name="busy">
                <Button look={look} busy>
                  Saving…
                </Button>
              </State>
              <State name="disabled">
                <Button look={look} disabled>
                  Save note
                </Button>
              </State>
            </States>
          ))}
        </div>
      </Specimen>

      <Specimen
        id="icon-buttons"
        title="Icon buttons"
        note="Named for screen readers; a tooltip names them for everyone else."
      >
        <States>
          <State name="plain">
            <IconButton label="More actions" icon={<Ellipsis aria-hidden />} />
          </State>
          <State name="quiet">
            <IconButton look="quiet" label="Add" icon={<Plus aria-hidden />} />
          </State>
          <State name="danger">
            <IconButton look="danger" label="Delete" icon={<Trash2 aria-hidden />} />
          </State>
          <State name="pressed">
            <IconButton label="Keep for later" pressed icon={<Bookmark aria-hidden />} />
          </State>
          <State name="not pressed">
            <IconButton label="Keep for later" pressed={false} icon={<Bookmark aria-hidden />} />
          </State>
          <State name="disabled">
            <IconButton label="Delete" disabled icon={<Trash2 aria-hidden />} />
          </State>
        </States>
      </Specimen>

      <Specimen id="links" title="Links">
        <p className="text-16">
          Text with{' '}
          <a href="#links" className={textLinkClass}>
            a link inside
          </a>{' '}
          and one to <ExternalLink href="https://example.org/">another site</ExternalLink>.
        </p>
      </Specimen>
    </>
  );
}
