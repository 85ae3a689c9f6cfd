import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { entriesOf, tarOf, withTime } from './image-archive.mjs';

const longName = `${'folder/'.repeat(20)}file`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-tar-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Creates an archive of two files with the local tar program. One file has a long name. */
function pack(format: string, seconds: number): Buffer {
  mkdirSync(join(folder, longName, '..'), { recursive: true });
  for (const name of ['short', longName]) {
    writeFileSync(join(folder, name), `content of ${name}`);
    utimesSync(join(folder, name), seconds, seconds);
  }
  return execFileSync('tar', ['--create', `--format=${format}`, 'short', longName], { cwd: folder });
}

it.each(['gnu', 'pax', 'ustar'])('reads a tar archive of format %s', (format) => {
  const entries = [...entriesOf(pack(format, 1_000))].map(({ name, data }) => [name, data.toString()]);
  expect(entries).toEqual([
    ['short', 'content of short'],
    [longName, `content of ${longName}`],
  ]);
});

it.each([2_000, 1_000])(
  'sets the modification times of files, so that builds at different times are equal',
  (time) => {
    const [first, second] = [pack('gnu', time), pack('gnu', 3_000)];
    expect(first.equals(second)).toBe(false);
    const changed = withTime(first, 1_500);
    expect(changed.equals(withTime(second, 1_500))).toBe(true);
    const listed = execFileSync('tar', ['--list', '--verbose', '--utc'], {
      input: changed,
      encoding: 'utf8',
    });
    expect(listed.match(/1970-01-01 00:25/g)).toHaveLength(2);
  },
);

it('writes archives that tar unpacks', () => {
  const archive = tarOf([
    ['manifest.json', Buffer.from('[]')],
    ['layer.tar', Buffer.alloc(1_025, 'x')],
  ]);
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe('[]');
  expect(readFileSync(join(folder, 'layer.tar'), 'utf8')).toBe('x'.repeat(1_025));
});
