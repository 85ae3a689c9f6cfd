import { expect, it } from 'vitest';
import { type Format, formatOfKey, keyOfFormat, linesAfter } from './format.ts';

it.each<[Format, string | undefined]>([
  ['bold', 'b'],
  ['italic', 'i'],
  ['strike', 'X'],
  ['code', 'e'],
  ['link', 'L'],
  ['quote', undefined],
  ['math', undefined],
])('names the key of %s as the one that applies it', (format, key) => {
  expect(keyOfFormat(format)).toBe(key);
  if (key === undefined) return;
  const shiftKey = key === key.toUpperCase();
  expect(formatOfKey({ key, shiftKey, altKey: false })).toBe(format);
});

it.each([
  ['', 'a\n'],
  ['look at ', '\na\n'],
  ['look', '\na\n'],
  ['look\n', 'a\n'],
  ['look\n  ', 'a\n'],
  ['one\ntwo', '\na\n'],
])('puts a file after %j on a line of its own', (before, inserted) => {
  expect(linesAfter(before, 'a\n')).toBe(inserted);
});
