/** IDs of the presses and commands that this window has sent. Forms that they open are shown here, and not in other windows. */

const maxKnown = 200;
const known = new Set<string>();

/** Returns a new ID, which `isOwnPress` then knows. */
export function newPressId(): string {
  const id = crypto.randomUUID();
  known.add(id);
  // Sets keep the order of insertion: the oldest is forgotten.
  if (known.size > maxKnown) known.delete(known.values().next().value!);
  return id;
}

/** Returns whether this window has sent a press. */
export const isOwnPress = (id: string): boolean => known.has(id);
