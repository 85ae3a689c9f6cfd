import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = globSync('{packages,services,deploy,scripts,test}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|gen)$/.test(name),
}).concat(globSync(['*.ts', '{services/*,packages/api}/src/gen/*.ts'], { cwd: root }));
const textOf = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** Source files by the import path of the package that exports them. */
const entries = new Map(
  globSync('*/*/package.json', { cwd: root }).flatMap((file): [string, string][] => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return Object.entries<Record<string, string>>(exports).flatMap(([path, { 'parley-source': source }]) =>
      source === undefined ? [] : [[name + path.slice(1), join(dirname(file), source)]],
    );
  }),
);
const targetOf = (file: string, from: string): string =>
  from.startsWith('.') ? join(dirname(file), from) : (entries.get(from) ?? from);

/** Imported names as `file#name`. An import of a whole module is `file#*`. */
const imported = new Set<string>();
/** Re-exported names, each with the file and name that it refers to. */
const passedOn = new Map<string, string>();
for (const [file, text] of textOf) {
  const statements =
    /(import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s+from\s+'([^']+)'/g;
  for (const [, kind, names, from] of text.matchAll(statements)) {
    const target = targetOf(file, from!);
    if (names!.startsWith('*')) imported.add(`${target}#*`);
    for (const each of names!.replaceAll(/[{}]|\btype\s/g, '').split(',')) {
      const [name, as = name] = each.trim().split(/\s+as\s+/);
      if (kind === 'import') imported.add(`${target}#${name}`);
      else passedOn.set(`${file}#${as}`, `${target}#${name}`);
    }
  }
  for (const [, from] of text.matchAll(/import\(\s*'([^']+)'\s*\)/g))
    imported.add(`${targetOf(file, from!)}#*`);
  for (const [, path] of text.matchAll(/import\(\s*join\(root, '([^']+)'\)/g)) imported.add(`${path}#*`);
}

/**
 * Returns whether a name is used by code that this test does not see: by programs outside of this repository, or by the test
 * kit, which computes import paths of services at run time.
 */
const isPublic = (place: string): boolean =>
  /^packages\/(?:client|testcontainers)\/src\/index\.ts#/.test(place) ||
  /^services\/[^/]+\/src\/index\.ts#(?:createService|loadServiceConfig)$/.test(place);

const isImported = (place: string): boolean =>
  isPublic(place) ||
  imported.has(place) ||
  imported.has(place.replace(/#.*/, '#*')) ||
  passedOn.entries().some(([by, from]) => from === place && isImported(by));

it('every exported name, except types, is imported by another file', () => {
  expect(files.length).toBeGreaterThan(500);
  const exported = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
  const places = [...textOf].flatMap(([file, text]) =>
    Array.from(text.matchAll(exported), ([, name]) => `${file}#${name}`),
  );
  const isType = (place: string) => !places.includes(passedOn.get(place) ?? place);
  const unused = [...places, ...passedOn.keys()].filter((place) => !isImported(place) && !isType(place));
  expect(unused).toEqual([]);
});
