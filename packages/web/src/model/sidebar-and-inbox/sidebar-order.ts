/** The person's own order of folders and channels in the navigation, which the server stores as a text. No DOM. */

/** A folder (`f3`) or a channel (`c5`). */
export type OrderKey = `f${number}` | `c${number}`;

/** Returns the places of folders and channels that the person has put in an order. */
export const placesIn = (order: string | undefined): ReadonlyMap<string, number> =>
  new Map((order ?? '').split(',').map((key, place) => [key, place] as const));

/** Compares two keys by the person's order. Those that are in no order come after the others, and are equal. */
export function compareInOrder(places: ReadonlyMap<string, number>, one: OrderKey, other: OrderKey): number {
  const [first, second] = [places.get(one) ?? places.size, places.get(other) ?? places.size];
  return first - second;
}

/**
 * Returns the order in which `key` stands before or after `beside`, one of its siblings.
 * @param siblings keys of the same folder, or all folders, as they are shown
 */
export function movedBeside(
  order: string | undefined,
  siblings: readonly OrderKey[],
  key: OrderKey,
  { beside, isAfter }: { beside: OrderKey; isAfter: boolean },
): string {
  if (key === beside) return order ?? '';
  const others = siblings.filter((each) => each !== key);
  const at = others.indexOf(beside) + (isAfter ? 1 : 0);
  const arranged = new Set<string>([...others.slice(0, at), key, ...others.slice(at)]);
  const rest = (order ?? '').split(',').filter((each) => each !== '' && !arranged.has(each));
  return [...rest, ...arranged].join(',');
}
