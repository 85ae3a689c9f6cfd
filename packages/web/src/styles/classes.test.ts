import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Returns the contents of all files of the client whose names have this ending. */
const filesWith = (ending: string): string[] =>
  readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

it('has a style for each class of an element', () => {
  const styled = new Set(
    filesWith('.css').flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!)),
  );
  const used = filesWith('.tsx')
    .flatMap((text) => [...text.matchAll(/\bclass="([^"]+)"/g)])
    .flatMap(([, names]) => names!.split(' '));
  expect(used.length).toBeGreaterThan(300);
  expect([...new Set(used)].filter((name) => !styled.has(name))).toEqual([]);
});
