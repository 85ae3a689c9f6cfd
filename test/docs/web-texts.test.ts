import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { organizationSettings, personalSettings } from '../../packages/client/src/generated/settings.ts';
import type { Text } from '../../packages/web/src/i18n/text.ts';

// Checks the texts of the web client, so that translators need neither a build nor TypeScript.

const source = join(import.meta.dirname, '../../packages/web/src');
type Catalogue = Readonly<Record<string, Text>>;

const read = (language: string, area: string): Catalogue =>
  JSON.parse(readFileSync(join(source, `texts/${language}/${area}.json`), 'utf8')) as Catalogue;
const areasOf = (language: string) =>
  globSync(`texts/${language}/*.json`, { cwd: source }).map((file) => basename(file, '.json'));
const languages = globSync('texts/*', { cwd: source }).map((folder) => basename(folder));
const translations = languages.filter((language) => language !== 'en');
const files = translations.flatMap((language) => areasOf(language).map((area) => ({ language, area })));

/** Returns the forms of a text. The parameter that chooses among them is not a form. */
const formsOf = (text: Text): [string, string][] =>
  typeof text === 'string' ? [['', text]] : Object.entries(text).filter(([form]) => form !== 'select');
const parametersOf = (form: string): string[] => Array.from(form.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

/** Returns the parameters of a text in all its forms. A form for one thing may leave out its number. */
const allParameters = (text: Text): string[] =>
  [...new Set(formsOf(text).flatMap(([, form]) => parametersOf(form)))].sort();

const isPlural = (text: Text): boolean => typeof text !== 'string' && !('select' in text);

/** Sources that name texts. The names of many are made of a beginning and an ending, such as `emoji-${group}`. */
const sources = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((file) => !/\.test\.tsx?$|^gen\//.test(file))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');
const words = new Set(sources.match(/[\w.-]*\w/g));
const derived = Array.from(sources.matchAll(/`([\w.-]*)\$\{[^}`]+\}([\w.-]*)`/g))
  .map(([, beginning, ending]) => [beginning!, ending!] as const)
  .filter(([beginning, ending]) => beginning.length + ending.length >= 3);
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
  it.each(areasOf('en'))('%s: every text is used', (area) => {
    expect(Object.keys(read('en', area)).filter((name) => !isUsed(name))).toEqual([]);
  });
});

describe.each(translations)('%s', (language) => {
  it('has the parts of the client that English has', () => {
    expect(areasOf(language).sort()).toEqual(areasOf('en').sort());
  });
});

describe.each(files)('$language/$area.json', ({ language, area }) => {
  const english = read('en', area);
  const translated = read(language, area);

  it('has each text, and no other', () => {
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
  });

  it('names the same parameters as English', () => {
    const wrong = Object.entries(translated).filter(
      ([name, text]) => String(allParameters(text)) !== String(allParameters(english[name] ?? '')),
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('has the plural forms of its language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const wrong = Object.entries(translated).filter(
      ([, text]) =>
        isPlural(text) &&
        String(
          formsOf(text)
            .map(([form]) => form)
            .sort(),
        ) !== String(categories),
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('chooses by the same parameter as English', () => {
    const chosenBy = (text: Text | undefined) =>
      typeof text === 'object' ? ('select' in text ? text.select : 'count') : '';
    const wrong = Object.entries(translated).filter(
      // A language may need forms where English has one.
      ([name, text]) => chosenBy(english[name]) !== '' && chosenBy(text) !== chosenBy(english[name]),
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });
});
