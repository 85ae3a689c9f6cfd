/** Sizes together are at most `limit`. An item that is larger has a group of its own. */
export function groupsUpTo<Item>(
  limit: number,
  items: readonly Item[],
  sizeOf: (item: Item) => number,
): Item[][] {
  const groups: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const last = groups.at(-1);
    size += sizeOf(item);
    if (last && size <= limit) last.push(item);
    else {
      groups.push([item]);
      size = sizeOf(item);
    }
  }
  return groups;
}
