import { expect, it } from 'vitest';
import { takesGzip } from './compress.ts';

it.each([
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br, deflate', false],
  ['gzip', true],
  ['GZip ; q=0.5, br', true],
  ['deflate, gzip', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['*', true],
  ['*;q=0', false],
  ['br;q=1, *;q=0.1', true],
])('Accept-Encoding %j accepts gzip: %j', (header, expected) => {
  expect(takesGzip(header)).toBe(expected);
});
