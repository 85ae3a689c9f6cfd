import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namedVersions, nextMinor } from './versions.mjs';

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
const { version } = read('package.json');

it('everything that is released has the same version', () => {
  expect(
    namedVersions().filter(({ versions }: { versions: string[] }) => versions.join() !== version),
  ).toEqual([]);
});

it('the version is one that follows the last release', () => {
  const last: string = read('deploy/releases.json').at(-1).version;
  const [major, minor, patch] = last.split('.').map(Number) as [number, number, number];
  expect([`${major + 1}.0.0`, nextMinor(last), `${major}.${minor}.${patch + 1}`]).toContain(version);
});
