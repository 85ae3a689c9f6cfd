import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { organizationSettings, personalSettings } from '../../packages/client/src/generated/settings.ts';
import { areasOf, readTexts, testTranslations } from './translations.ts';

const source = join(import.meta.dirname, '../../packages/web/src');
const folder = join(source, 'texts');
const english = (area: string) => readTexts(folder, 'en', area);

/** Sources that name texts. The names of many are made of a beginning and an ending, such as `emoji-${group}`. */
const sources = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((file) => !/\.test\.tsx?$|^gen\//.test(file))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');
const words = new Set(sources.match(/[\w.-]*\w/g));
/** Returns the beginnings and endings of names that the code makes. */
const derivedIn = (code: string) =>
  Array.from(code.matchAll(/`([\w.-]*)\$\{[^}`]+\}([\w.-]*)`/g))
    .map(([, beginning, ending]) => [beginning!, ending!] as const)
    .filter(([beginning, ending]) => beginning.length + ending.length >= 3);
const derived = derivedIn(sources);
const settings = Object.keys({ ...organizationSettings, ...personalSettings });

const isUsed = (name: string): boolean =>
  words.has(name) ||
  // Names of kinds end with the number that the API gives them.
  words.has(name.replace(/\d+$/, '')) ||
  // Names of actions; audit-actions.test.ts checks them.
  name.includes('.') ||
  settings.some((setting) => name === setting || name.startsWith(`${setting}_`)) ||
  derived.some(([beginning, ending]) => name.startsWith(beginning) && name.endsWith(ending));

describe('English', () => {
  it.each(areasOf(folder, 'en'))('%s: every text is used', (area) => {
    expect(Object.keys(english(area)).filter((name) => !isUsed(name))).toEqual([]);
  });
});

/** Returns the modules that the page loads before anything is shown: what the entry imports statically, for more than types. */
function firstModules(): string[] {
  const found = new Set(['main.tsx']);
  // Iterating over a set also visits what is added meanwhile.
  for (const file of found) {
    const code = readFileSync(join(source, file), 'utf8');
    for (const [, path] of code.matchAll(/^(?:import|export) (?!type\b)(?:[^';]*? from )?'(\.[^']+)'/gm))
      if (/\.tsx?$/.test(path!)) found.add(join(dirname(file), path!));
  }
  return [...found];
}

describe('the first load', () => {
  const first = firstModules().map((file) => ({ file, code: readFileSync(join(source, file), 'utf8') }));
  const code = first.map((each) => each.code).join('\n');

  it('uses every text of common; parts that are loaded on demand have texts of their own', () => {
    expect(first.length).toBeGreaterThan(100);
    const quoted = new Set(Array.from(code.matchAll(/(['"`])([\w.-]+)\1/g), ([, , name]) => name!));
    const made = derivedIn(code);
    const isUsedFirst = (name: string) =>
      quoted.has(name) ||
      made.some(([beginning, ending]) => name.startsWith(beginning) && name.endsWith(ending));
    expect(Object.keys(english('common')).filter((name) => !isUsedFirst(name))).toEqual([]);
  });

  it('contains no other texts than those of common', () => {
    const others = first.filter((each) => /\btexts\/en\/(?!common\.json)/.test(each.code));
    expect(others.map(({ file }) => file)).toEqual([]);
  });
});

testTranslations(folder, english, areasOf(folder, 'en'));
