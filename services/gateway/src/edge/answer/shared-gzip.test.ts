import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Chunk } from './chunk.ts';
import { gzipOf, isShared, shareCompression } from './shared-gzip.ts';

const textOf = (entries: number, seed: number): Uint8Array =>
  Buffer.from(
    Array.from(
      { length: entries },
      (_, n) => `{"id":${n * seed},"name":"Person ${n}","seed":${seed % (n + 3)}}`,
    ).join(),
  );

async function gzip(chunks: readonly Chunk[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of gzipOf(chunks)) parts.push(part);
  return Buffer.concat(parts);
}

const plain = (chunks: readonly Chunk[]): Buffer =>
  Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));

it('decompresses to the same texts, wherever they are split and whatever is between them', async () => {
  // The first two texts are long enough to be divided into blocks. The third one is shared, too, but not divided.
  const shared = [textOf(20_000, 7), textOf(9_000, 13), textOf(800, 5)];
  shared.forEach(shareCompression);
  const place = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  const part = fc.tuple(fc.nat(2), place, place).map(([which, from, to]): Chunk => {
    const { length } = shared[which]!;
    return shared[which]!.subarray(Math.floor(from * length), Math.floor(to * length));
  });
  const chunk = fc.oneof(part, fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 300 }));
  await fc.assert(
    fc.asyncProperty(fc.array<Chunk>(chunk, { maxLength: 12 }), async (chunks) => {
      expect(gunzipSync(await gzip(chunks)).equals(plain(chunks))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('compresses a shared text once, and nearly as well as a text that is not shared', async () => {
  const text = textOf(60_000, 3);
  expect(isShared(text)).toBe(false);
  shareCompression(text);
  expect(isShared(text)).toBe(true);
  expect(isShared(text.subarray(0, 100))).toBe(false);
  expect(isShared(Buffer.from(text))).toBe(false);
  const chunks = [
    '{"own":1,"people":[',
    text.subarray(0, 900_000),
    'own entry',
    text.subarray(900_100),
    ']}',
  ];
  const compressed = await gzip(chunks);
  expect(gunzipSync(compressed).equals(plain(chunks))).toBe(true);
  expect(compressed.length).toBeLessThan(text.length / 4);
  const unshared = Buffer.from(text);
  // Measures both ways alternately and compares their minima, because the process also compiles code and collects garbage at
  // times.
  const shared: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < 20; round++) {
    shared.push(await processorTime(() => gzip(chunks)));
    alone.push(await processorTime(() => gzip([unshared])));
  }
  expect(Math.min(...shared)).toBeLessThan(Math.min(...alone) / 2);
});

/** Returns the processor time of this process while `run` runs, in microseconds. */
async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
