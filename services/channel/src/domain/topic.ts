/** What people set for topics; 0 is nothing. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** What holds of two topics that became one: the more visible of both, and muted only who had muted both. */
export function mergedVisibility(one: number, other: number): number {
  const most = Math.max(one, other);
  if (most > visibility.muted) return most;
  return one === other ? one : visibility.inherit;
}
