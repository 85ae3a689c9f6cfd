import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A field of a message between services, with the source files that its comment says parse it. */
type Field = { name: string; parsedBy: string[] };

const fields: Field[] = globSync('proto/**/*.proto', { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/((?:^ *\/\/.*\n)*)^ *(?:optional |repeated )?(?:bytes|string) (\w+) = /gm)].map(
    ([, comment, name]) => {
      const text = comment!.replaceAll(/\n? *\/\/ ?/g, ' ');
      const [, named = ''] = /Parsed by (.*)$/s.exec(text) ?? [];
      return { name: name!, parsedBy: [...named.matchAll(/[\w./-]+\.ts/g)].map(([path]) => path) };
    },
  ),
);

/** Fields whose values have other names where they are parsed. */
const otherNames: Readonly<Record<string, string>> = { item: 'items', overrides: 'json' };

/** The fields of messages that a source file parses as JSON. Texts that the service itself stores have other names. */
function parsedIn(file: string): string[] {
  return [...read(file).matchAll(/JSON\.parse\(([^;]{0,60}?)\)/g)].flatMap(([, argument]) => {
    const name = /\b(?:\w+Json|item|overrides)\b/.exec(argument!)?.[0];
    if (name === undefined) return [];
    return [otherNames[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  });
}

const sources = globSync('{packages,services}/*/src/**/*.ts', {
  cwd: root,
  exclude: (name) => /(^|\/)gen$/.test(name) || name.endsWith('.test.ts'),
});
const parsing = sources.flatMap((file) => parsedIn(file).map((name) => ({ file, name })));

describe('JSON in messages between services', () => {
  it('is parsed only where the comment of the field says so', () => {
    expect(parsing.length).toBeGreaterThan(15);
    const unsaid = parsing.filter(
      ({ file, name }) => !fields.some((field) => field.name === name && field.parsedBy.includes(file)),
    );
    expect(unsaid).toEqual([]);
  });

  it('is parsed where the comments say', () => {
    const untrue = fields.flatMap(({ name, parsedBy }) =>
      parsedBy
        .filter((file) => !sources.includes(file) || !read(file).includes('JSON.parse('))
        .map((file) => [name, file]),
    );
    expect(untrue).toEqual([]);
  });
});
