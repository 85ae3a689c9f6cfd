import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-fingerprint-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const archive = join(root, 'archive');
const names = ['a', 'a.b', 'a b', 'a/b', 'a-/c', 'ä/é', '😀', '\uff5e', 'deep/er/and/deeper/file'];
const paths = [...names, ...Array.from({ length: 100 }, (_, at) => `many/${at}`)];
// A name cannot be a file and a folder.
const written = paths.map((path) => `${path}.txt`);
for (const path of written) {
  mkdirSync(dirname(join(archive, path)), { recursive: true });
  writeFileSync(join(archive, path), path);
}

it('is the hash of the sorted names, sizes and times of all files, so that another release finds the same', async () => {
  const found = readdirSync(archive, { recursive: true, encoding: 'utf8' });
  const lines = found.flatMap((path) => {
    const info = statSync(join(archive, path));
    return info.isFile() ? [`${path}\0${info.size}\0${info.mtimeMs}\n`] : [];
  });
  expect(lines).toHaveLength(written.length);
  expect(await fingerprintOf(archive)).toBe(createHash('sha256').update(lines.sort().join('')).digest('hex'));
});

it('stays the same where the folder lies, and changes with each file', async () => {
  const before = await fingerprintOf(archive);
  const moved = join(root, 'moved');
  renameSync(archive, moved);
  expect(await fingerprintOf(moved)).toBe(before);
  utimesSync(join(moved, 'many/99.txt'), 1, 1);
  expect(await fingerprintOf(moved)).not.toBe(before);
  expect(await fingerprintOf(archive)).toBeUndefined();
});
