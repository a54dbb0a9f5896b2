import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Link2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';

/** Sets, changes or takes away the link of what is selected. */
export function LinkButton({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const href = useEditorState({ editor, selector: ({ editor: now }) => String(now.getAttributes('link').href ?? '') });
  const [problem, setProblem] = useState<string>();

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = String(new FormData(event.currentTarget).get('address') ?? '').trim();
    const address = /^(?:[a-z][a-z\d+.-]*:|\/|#)/iu.test(written) ? written : `https://${written}`;
    const chain = editor.chain().focus().extendMarkRange('link');
    const { empty } = editor.state.selection;
    const isSet =
      written === ''
        ? chain.unsetLink().run()
        : empty && href === ''
          ? chain
              .insertContent({ type: 'text', text: written, marks: [{ type: 'link', attrs: { href: address } }] })
              .run()
          : chain.setLink({ href: address }).run();
    if (isSet) setOpen(false);
    else setProblem('This address cannot be used as a link.');
  };

  return (
    <Popover
      open={isOpen}
      onOpenChange={(next) => {
        setProblem(undefined);
        setOpen(next);
      }}
      label="Link"
      trigger={<IconButton label="Link" icon={<Link2 aria-hidden />} pressed={href !== ''} />}
    >
      <form onSubmit={save} className="grid w-72 max-w-[80vw] gap-3">
        <TextField
          label="Address"
          name="address"
          defaultValue={href}
          error={problem}
          autoComplete="off"
          inputMode="url"
        />
        <div className="flex gap-2">
          <Button type="submit">Save</Button>
          {href ? (
            <Button
              look="quiet"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run();
                setOpen(false);
              }}
            >
              Remove link
            </Button>
          ) : null}
        </div>
      </form>
    </Popover>
  );
}
