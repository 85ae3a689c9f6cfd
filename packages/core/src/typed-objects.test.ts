import { expect, it } from 'vitest';
import { hasKey, isOneOf, isRecord, keysOf, recordOf } from './typed-objects.ts';

it('knows the own names of an object, and no others', () => {
  const table = { one: 1, two: 2 };
  expect(keysOf(table)).toEqual(['one', 'two']);
  expect(['one', 'three', 'toString'].map((name) => hasKey(table, name))).toEqual([true, false, false]);
});

it('makes an object with a value for each key', () => {
  expect(recordOf(['a', 'bc'], (key) => key.length)).toEqual({ a: 1, bc: 2 });
});

it('takes objects for records, and no lists, texts or nothing', () => {
  const values = [{}, { a: 1 }, Object.create(null), [], null, undefined, 'text', 7];
  expect(values.map(isRecord)).toEqual([true, true, true, false, false, false, false, false]);
});

it('finds a value in a list of a narrower type', () => {
  const sizes = ['small', 'large'] as const;
  expect(['large', 'huge', 7, undefined].map((each) => isOneOf(sizes, each))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
