/** Visibility policies that people set for topics; 0 follows the channel. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Merges the policies of two topics that became one: the more visible one wins; muted only if both were muted. */
export function mergedVisibility(one: number, other: number): number {
  const most = Math.max(one, other);
  if (most > visibility.muted) return most;
  return one === other ? one : visibility.inherit;
}
