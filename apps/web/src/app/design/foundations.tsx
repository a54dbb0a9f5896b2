import { Mark } from '../../ui/brand.tsx';
import { Specimen } from './specimen.tsx';

/** Written out, since the style sheet is made from the class names it finds. */
const colours: readonly [name: string, className: string][] = [
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['surface-raised', 'bg-raised'],
  ['ink', 'bg-ink'],
  ['ink-muted', 'bg-ink-muted'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['accent', 'bg-accent'],
  ['accent-hover', 'bg-accent-hover'],
  ['accent-soft', 'bg-accent-soft'],
  ['accent-ink', 'bg-accent-ink'],
  ['danger', 'bg-danger'],
  ['danger-soft', 'bg-danger-soft'],
  ['warning', 'bg-warning'],
  ['warning-soft', 'bg-warning-soft'],
  ['success', 'bg-success'],
  ['success-soft', 'bg-success-soft'],
  ['info', 'bg-info'],
  ['info-soft', 'bg-info-soft'],
  ['highlight', 'bg-highlight'],
  ['mark-yellow', 'bg-mark-yellow'],
  ['mark-green', 'bg-mark-green'],
  ['mark-blue', 'bg-mark-blue'],
  ['mark-pink', 'bg-mark-pink'],
];

const sizes: readonly [size: string, className: string][] = [
  ['48', 'text-48'],
  ['36', 'text-36'],
  ['28', 'text-28'],
  ['22', 'text-22'],
  ['18', 'text-18'],
  ['16', 'text-16'],
  ['14', 'text-14'],
  ['13', 'text-13'],
  ['12', 'text-12'],
];

const passage =
  'A cairn is a heap of stones that walkers leave for those who come after: each adds one, and the way stays findable in fog. Ærøskøbing, Łódź, Hồ Gươm, Reykjavík.';

export function Foundations() {
  return (
    <>
      <Specimen id="colour" title="Colour" note="One set of names, two sets of values. Nothing uses a raw colour.">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-4">
          {colours.map(([name, className]) => (
            <li key={name} className="grid gap-1 text-12">
              <span className={`h-10 rounded-6 border border-line ${className}`} />
              {name}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-14">
          Text with <mark>a match</mark>, <span className="bg-mark-yellow">yellow</span>,{' '}
          <span className="bg-mark-green">green</span>, <span className="bg-mark-blue">blue</span> and{' '}
          <span className="bg-mark-pink">pink</span>.
        </p>
      </Specimen>

      <Specimen
        id="type"
        title="Type"
        note="Inter for the interface, Source Serif 4 for reading, JetBrains Mono for code."
      >
        <ul className="grid grid-cols-1 gap-2">
          {sizes.map(([size, className]) => (
            <li key={size} className="flex items-baseline gap-3">
              <span className="w-6 shrink-0 text-12 text-ink-muted tabular-nums">{size}</span>
              <span className={`min-w-0 truncate font-semibold tracking-tight ${className}`}>
                Import, read, remember
              </span>
            </li>
          ))}
        </ul>
        <div className="mt-6 grid gap-4">
          <p className="max-w-[66ch] text-16" data-type="sans">
            {passage}
          </p>
          <p className="max-w-[66ch] font-serif text-18 leading-[1.65]" data-type="serif">
            {passage} <em>Nothing typed is lost,</em> <strong>wherever it was typed.</strong>
          </p>
          <p className="max-w-[66ch] font-mono text-14 wrap-anywhere" data-type="mono">
            const way = stones.reduce((cairn, stone) =&gt; cairn.add(stone), cairn()) + "0O 1lI"
          </p>
          <p className="max-w-[66ch] font-serif text-18 leading-[1.65]" dir="rtl" lang="ar">
            الحجر على الحجر علامةٌ لمن يأتي بعدك.
          </p>
        </div>
      </Specimen>

      <Specimen
        id="shape"
        title="Shape"
        note="Radius 6, 10 and 16. Hairlines carry the structure; only what floats casts a shadow."
      >
        <div className="flex flex-wrap items-end gap-4 text-12">
          <span className="grid size-16 place-items-center rounded-6 border border-line bg-surface">6</span>
          <span className="grid size-16 place-items-center rounded-10 border border-line bg-surface">10</span>
          <span className="grid size-16 place-items-center rounded-16 border border-line bg-surface">16</span>
          <span className="grid h-16 w-24 place-items-center rounded-10 border border-line bg-raised shadow-float">
            floats
          </span>
          <Mark className="size-4 text-accent" />
          <Mark className="size-6 text-accent" />
          <Mark className="size-12 text-accent" />
        </div>
      </Specimen>
    </>
  );
}
