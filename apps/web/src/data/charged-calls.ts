/** Functions whose work costs something of the plan. */
const chargingFunctions: readonly string[] = ['ask', 'import-article'];
const listeners = new Set<() => void>();

/** Told after each call that may have been charged or refunded. Returns the end of it. */
export function onChargedCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tellCharged(functionName: string): void {
  if (!chargingFunctions.includes(functionName)) return;
  for (const listener of [...listeners]) listener();
}
