/** Returns the item of a list that has just one; undefined for any other list. */
export const onlyItem = <T>(items: readonly T[]): T | undefined =>
  items.length === 1 ? items[0] : undefined;
