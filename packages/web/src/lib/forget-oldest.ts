/** Removes what was added first from a map or a set that has more than `most` members. Both keep the order of insertion. */
export function forgetOldest<K>(
  kept: { readonly size: number; keys(): Iterable<K>; delete(key: K): boolean },
  most: number,
): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
