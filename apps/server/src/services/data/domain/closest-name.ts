/** The candidate most like `name`, when at least half of its letters agree: for "Perhaps you meant …". */
export function closestName(name: string, candidates: readonly string[]): string | null {
  if (name.length > 100) return null;
  let best: string | null = null;
  let bestScore = 0.5;
  for (const candidate of candidates) {
    const longest = Math.max(name.length, candidate.length, 1);
    const score = 1 - editDistance(name.toLowerCase(), candidate.toLowerCase()) / longest;
    if (score > bestScore) [best, bestScore] = [candidate, score];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
