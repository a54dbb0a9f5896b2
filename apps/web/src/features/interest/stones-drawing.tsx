/** A cairn of which the topmost stone is still to come. */
export function StonesDrawing() {
  return (
    <svg
      viewBox="0 0 120 72"
      aria-hidden="true"
      className="h-18 w-30 text-line-strong"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M2 66h116" strokeLinecap="round" />
      <path d="M30 65c-7-1-8-10 0-13 13-4 47-4 60 0 8 3 7 12 0 13" className="fill-accent-soft" />
      <path d="M41 50c-6-2-6-10 1-13 10-3 27-3 37 0 6 3 6 11 0 13" className="fill-accent-soft" />
      <path d="M49 33c-4-2-4-8 1-11 6-3 15-3 21 0 4 3 4 9 0 11" className="fill-accent-soft" />
      <path d="M54 14c-3-2-2-6 1-8 3-2 8-2 11 0 3 2 3 6 0 8-4 1-9 1-12 0Z" strokeDasharray="3 3" />
    </svg>
  );
}
