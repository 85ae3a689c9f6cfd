import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { boundedBytes, chunksOf } from './chunks.ts';

it('yields the bytes of a stream, and closes it when nobody reads on', async () => {
  const stream = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  for await (const chunk of chunksOf(stream)) {
    expect(chunk.toString()).toBe('a');
    break;
  }
  expect(stream.destroyed).toBe(true);
});

it('refuses a stream of text', async () => {
  await expect(Array.fromAsync(chunksOf(Readable.from(['text'])))).rejects.toThrow(TypeError);
});

it('joins chunks, and reads no further than the first that is too many', async () => {
  const read: number[] = [];
  const chunks = function* () {
    for (const at of [0, 1, 2]) {
      read.push(at);
      yield Buffer.from('ab');
    }
  };
  const tooLong = new Error('too long');
  expect(await boundedBytes(chunks(), 6, () => tooLong)).toEqual(Buffer.from('ababab'));
  read.length = 0;
  await expect(boundedBytes(chunks(), 3, () => tooLong)).rejects.toBe(tooLong);
  expect(read).toEqual([0, 1]);
});
