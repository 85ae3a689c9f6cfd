import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { withSourcePositions } from './source-positions.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-positions-'));
const built = pathToFileURL(join(folder, 'dist.js')).href;
const source = pathToFileURL(join(folder, 'source.ts')).href;
// The second line of the built file is the fifth one of the source.
const map = { version: 3, sources: ['source.ts'], names: [], mappings: ';AAIA' };
writeFileSync(join(folder, 'dist.js.map'), JSON.stringify(map));
afterAll(() => rmSync(folder, { recursive: true }));

it('replaces positions in built files by those in their sources, also inside of JSON', () => {
  expect(withSourcePositions(`    at run (${built}:2:1)`)).toBe(`    at run (${source}:5:1)`);
  const line = (at: string) =>
    JSON.stringify({ err: { stack: `Error: x\n    at ${at}\n    at async y (${at})` } });
  expect(withSourcePositions(line(`${built}:2:1`))).toBe(line(`${source}:5:1`));
});

it('leaves positions as they are that no source map has', () => {
  const others = `${built}:1:1 ${pathToFileURL(join(folder, 'other.js')).href}:1:1 at http://x/y.js:1:1`;
  expect(withSourcePositions(others)).toBe(others);
});
