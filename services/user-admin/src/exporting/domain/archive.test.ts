import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { JsonParts } from './json-parts.ts';
import { type Entry, entryOf, tar } from './tar.ts';

async function archiveOf(...entries: Entry[]): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of tar(
    (async function* () {
      yield* entries;
    })(),
    1_700_000_000,
  ))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('writes archives that tar reads: whole blocks, names, sizes and checksums', async () => {
  const archive = await archiveOf(
    entryOf('a/empty.json', Buffer.alloc(0)),
    entryOf('b', Buffer.from('x'.repeat(513))),
    entryOf('c'.repeat(100), Buffer.from('y'.repeat(512))),
  );
  expect(archive.length % 512).toBe(0);
  const listed = execFileSync('tar', ['-tvf', '-'], {
    input: archive,
    env: { TZ: 'UTC', PATH: process.env.PATH },
  });
  expect(
    listed
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/).slice(2)),
  ).toEqual([
    ['0', '2023-11-14', '22:13', 'a/empty.json'],
    ['513', '2023-11-14', '22:13', 'b'],
    ['512', '2023-11-14', '22:13', 'c'.repeat(100)],
  ]);
  const read = execFileSync('tar', ['-xOf', '-', 'b'], { input: archive });
  expect(read.toString()).toBe('x'.repeat(513));
});

it('refuses contents of an unexpected size, and names that the format cannot contain', async () => {
  const wrong = { name: 'a', size: 3, chunks: [Buffer.from('four')] };
  await expect(archiveOf(wrong)).rejects.toThrow('another size');
  for (const name of ['', 'ä', 'c'.repeat(101), 'a b'])
    await expect(archiveOf(entryOf(name, Buffer.alloc(0)))).rejects.toThrow('does not fit');
});

it('divides lists into files of about one mebibyte, each a JSON array', async () => {
  const parts = new JsonParts('list');
  const long = JSON.stringify('x'.repeat(400_000));
  const entries = [1, 2, 3, 4].flatMap(() => parts.add(Buffer.from(long)));
  const files = [...entries, ...parts.end(), ...parts.end()];
  expect(files.map(({ name }) => name)).toEqual(['list/000001.json', 'list/000002.json']);
  const texts = files.map(({ chunks }) => Buffer.concat([...(chunks as Uint8Array[])]).toString());
  expect(texts.map((text) => (JSON.parse(text) as string[]).length)).toEqual([3, 1]);
  expect(parts.count).toBe(4);
});
