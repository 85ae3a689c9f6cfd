/** Returns the names of an object's fields. The type of the object must name them all, as that of a constant does. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  Object.keys(object) as (keyof T & string)[];

/** Returns an object that has a value for each of the keys. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;

/** Returns whether an object has a field of its own with a name that comes from elsewhere. */
export const hasKey = <T extends object>(object: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(object, name);

/** Returns whether a list has a value of which less is known than of the list. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T =>
  list.some((each) => each === value);

/** Returns whether a value is an object, whose fields may be anything. A list is none. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
