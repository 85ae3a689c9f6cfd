/** Splits a list into parts of at most `size` elements, in order. An empty list has no parts. */
export function partsOf<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** Maximum number of people or channels in one event. So many IDs are much smaller than the maximum size of an event. */
export const maxIdsPerEvent = 5_000;
