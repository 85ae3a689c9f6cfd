/** Splits a list into parts of at most `size`, in order; of an empty list there are none. */
export function partsOf<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** People, or channels, that one event names at most: so many IDs stay far below what an event may hold. */
export const maxIdsPerEvent = 5_000;
