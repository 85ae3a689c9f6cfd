// Values of which the code around them has made sure that they are there, but the compiler does not see it. Where that reasoning was
// wrong, these functions stop with a sentence, and nothing goes on with `undefined`.

/** Returns a value that is there. @throws Error that names it otherwise */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value === undefined || value === null) throw new Error(`There is no ${name}.`);
  return value;
}

/** @throws Error beyond the ends of the list */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  if (index in list) return list[index] as T;
  throw new Error(`There is no item ${index} in a list of ${list.length}.`);
}

/** @throws Error for an empty list */
export const firstItem = <T>(list: readonly T[]): T => itemAt(list, 0);

/** @throws Error for an empty list */
export const lastItem = <T>(list: readonly T[]): T => itemAt(list, list.length - 1);

/** Returns the part of a text before the first separator; all of it without one. */
export function partBefore(text: string, separator: string): string {
  const end = text.indexOf(separator);
  return end === -1 ? text : text.slice(0, end);
}
