import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;
const imported =
  /(?:^|\n)(?:import|export)(?! type)[^;]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)|(?:^|\n)import '(\.[^']+)'/g;

/** Returns the modules that the given ones load, by static or dynamic imports, and these themselves. */
function loadedBy(entries: readonly string[]): string[] {
  const found = new Set(entries.map((entry) => join(folder, entry)));
  // Iterating over a set also visits what is added meanwhile.
  for (const file of found) {
    for (const names of readFileSync(file, 'utf8').matchAll(imported)) {
      const other = join(dirname(file), names.slice(1).find((name) => name !== undefined) ?? '');
      if (/\.tsx?$/.test(other) && existsSync(other)) found.add(other);
    }
  }
  return [...found];
}

// A component that asks for the client without one throws, and its form stays busy.
it('what is shown before a sign-in uses no client', () => {
  const loaded = loadedBy([
    'first-run/visitor.tsx',
    'account/account-pages.tsx',
    'second-factor/sign-in-step.tsx',
    'ui/cannot-connect.tsx',
  ]);
  expect(loaded.length).toBeGreaterThan(40);
  const using = loaded.filter((file) => /\b(?<!function )useParley\(/.test(readFileSync(file, 'utf8')));
  expect(using.map((file) => relative(folder, file))).toEqual([]);
});

it('finds what the signed-in client uses', () => {
  expect(loadedBy(['session.tsx']).map((file) => relative(folder, file))).toContain('model/settings.ts');
});
