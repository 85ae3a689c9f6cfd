import { expect, it } from 'vitest';
import { inPieces, takesGzip } from './compress.ts';

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

it('joins small chunks to pieces of at least 64 KiB', async () => {
  const chunks = Array.from({ length: 1_000 }, (_, index) =>
    `${index},`.padEnd(index % 3 === 0 ? 1 : 999, 'ü'),
  );
  const pieces: Uint8Array[] = [];
  for await (const piece of inPieces(chunks)) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe(chunks.join(''));
  const sizes = pieces.map(({ length }) => length);
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(64 * 1024);
  expect(Math.max(...sizes)).toBeLessThan(68 * 1024);
  expect(sizes.at(-1)).toBeGreaterThan(0);
});

it('copies no large chunk', async () => {
  const large = Buffer.alloc(300_000, 'x');
  const pieces: Uint8Array[] = [];
  for await (const piece of inPieces(['[', large, ',', large, ']'])) pieces.push(piece);
  expect(pieces.map(({ length }) => length)).toEqual([1, 300_000, 1, 300_000, 1]);
  expect(pieces.filter((piece) => piece === large)).toHaveLength(2);
});
