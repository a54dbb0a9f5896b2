/** Placeholders in the shape of a list: three on a phone, six elsewhere. The wait is announced once, in words. */
export function SkeletonList({ label }: { label: string }) {
  return (
    <div className="appear-late">
      <p role="status" className="sr-only">
        {label}
      </p>
      <ul aria-hidden="true" className="grid gap-3">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <li key={row} className="grid gap-2 rounded-16 border border-line bg-surface p-4 max-md:nth-[n+4]:hidden">
            <span className="h-5 w-3/4 rounded-6 bg-line" />
            <span className="h-4 w-1/3 rounded-6 bg-line" />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SkeletonText({ label }: { label: string }) {
  return (
    <div className="appear-late grid gap-3">
      <p role="status" className="sr-only">
        {label}
      </p>
      <span aria-hidden="true" className="h-9 w-4/5 rounded-6 bg-line" />
      <span aria-hidden="true" className="mb-4 h-4 w-1/3 rounded-6 bg-line" />
      {['w-full', 'w-11/12', 'w-full', 'w-5/6', 'w-full', 'w-2/3'].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <span key={row} aria-hidden="true" className={`h-4 rounded-6 bg-line ${width}`} />
      ))}
    </div>
  );
}
