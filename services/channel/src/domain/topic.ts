/** Visibility policies that people set for topics. With 0 the topic follows the channel. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/**
 * Merges the policies of two topics that became one. The more visible policy wins. The result is muted only when both
 * were muted.
 */
export function mergedVisibility(one: number, other: number): number {
  const most = Math.max(one, other);
  if (most > visibility.muted) return most;
  return one === other ? one : visibility.inherit;
}
