import { commandGroups, shownKeys } from '../../runtime/commands.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useCommands } from './use-commands.ts';

/** Every shortcut that works on this screen. */
export function ShortcutSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const commands = useCommands();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description="Keys with a space between them are pressed one after the other. Letters work while no field has the focus."
      width="wide"
    >
      <div className="gap-x-10 sm:columns-2">
        {commandGroups.map((group) => {
          const rows = commands.filter((command) => command.group === group && shownKeys(command));
          return rows.length > 0 ? (
            <section key={group} aria-labelledby={`shortcuts-${group}`} className="mb-6 break-inside-avoid">
              <h3 id={`shortcuts-${group}`} className="mb-1 text-13 font-medium text-ink-muted">
                {group}
              </h3>
              <dl>
                {rows.map((command) => (
                  <div key={command.id} className="flex min-h-8 items-center justify-between gap-4 text-14">
                    <dt className="min-w-0">{command.title}</dt>
                    <dd className="flex shrink-0 gap-1.5">
                      {shownKeys(command)
                        ?.split(' ')
                        .map((part, index) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice
                          <Kbd key={index} keys={part} />
                        ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ) : null;
        })}
      </div>
    </Dialog>
  );
}
