import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { chunksOf } from './chunks.ts';

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
