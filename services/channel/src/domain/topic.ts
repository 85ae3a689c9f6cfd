/** Visibility policies that people set for topics. With `inherit`, the setting of the channel applies. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** The more visible policy wins, so the result is muted only when both topics were muted. */
export function mergedVisibility(one: number, other: number): number {
  const most = Math.max(one, other);
  if (most > visibility.muted) return most;
  return one === other ? one : visibility.inherit;
}
