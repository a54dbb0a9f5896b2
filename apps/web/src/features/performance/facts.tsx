/** Names and their figures, beside each other where there is room. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string, remark?: string])[] }) {
  return (
    <dl className="grid gap-3 text-14 tabular-nums [grid-template-columns:repeat(auto-fit,minmax(8rem,1fr))]">
      {facts.map(([name, value, remark]) => (
        <div key={name} className="grid content-start gap-0.5">
          <dt className="text-13 text-ink-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
          {remark ? <dd className="text-13 text-ink-muted">{remark}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
