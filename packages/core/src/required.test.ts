import { describe, expect, it } from 'vitest';
import { firstItem, itemAt, lastItem, partBefore, required } from './required.ts';

describe('required', () => {
  it.each([0, '', false])('returns %j, which is there', (value) => {
    expect(required(value, 'value')).toBe(value);
  });

  it.each([null, undefined])('names what is missing: %j', (value) => {
    expect(() => required(value, 'owner')).toThrow('There is no owner.');
  });
});

describe('items of lists', () => {
  it('are found by their place', () => {
    const list = ['a', 'b', 'c'];
    expect([firstItem(list), itemAt(list, 1), lastItem(list)]).toEqual(['a', 'b', 'c']);
  });

  it.each([-1, 1])('are missing beyond the end: %i', (index) => {
    expect(() => itemAt(['a'], index)).toThrow(`There is no item ${index} in a list of 1.`);
  });

  it('are missing in an empty list', () => {
    expect(() => firstItem([])).toThrow('There is no item 0');
    expect(() => lastItem([])).toThrow('There is no item -1');
  });
});

describe('the part before a separator', () => {
  it.each([
    ['a/b/c', '/', 'a'],
    ['a', '/', 'a'],
    ['/a', '/', ''],
    ['', '/', ''],
  ])('of %j before %j is %j', (text, separator, part) => {
    expect(partBefore(text, separator)).toBe(part);
    expect(partBefore(text, separator)).toBe(text.split(separator)[0]);
  });
});
