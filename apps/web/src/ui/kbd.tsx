import { clsx } from 'clsx';

const isApple = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

const appleNames: Record<string, string> = { mod: '⌘', alt: '⌥', shift: '⇧', ctrl: '⌃', enter: '↩' };
const otherNames: Record<string, string> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', ctrl: 'Ctrl', enter: 'Enter' };
const shared: Record<string, string> = {
  esc: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  space: 'Space',
  tab: 'Tab',
  delete: 'Del',
};

/** `mod+shift+k` as the keys of this computer. `mod` is Command on Apple's, Control elsewhere. */
export function keyNames(keys: string, apple = isApple()): string[] {
  const names = apple ? appleNames : otherNames;
  return keys.split('+').map((key) => names[key] ?? shared[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}

export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <kbd className={clsx('inline-flex gap-0.5 font-sans text-12 text-ink-muted', className)}>
      {keyNames(keys).map((name) => (
        <kbd
          key={name}
          className="min-w-5 rounded-6 border border-line bg-surface px-1 text-center font-sans leading-4.5"
        >
          {name}
        </kbd>
      ))}
    </kbd>
  );
}
