const gapSeconds = 60;
const remembered = 10_000;

/** One test mail per person and minute, in this process. Returns the seconds left, 0 when it may be sent. */
export function createTestMailAllowance() {
  const sentAt = new Map<string, number>();
  return (userId: string, now: number): number => {
    const last = sentAt.get(userId);
    const left = last === undefined ? 0 : Math.ceil(gapSeconds - (now - last) / 1000);
    if (left > 0) return left;
    sentAt.delete(userId);
    sentAt.set(userId, now);
    const oldest = sentAt.size > remembered ? sentAt.keys().next().value : undefined;
    if (oldest !== undefined) sentAt.delete(oldest);
    return 0;
  };
}
