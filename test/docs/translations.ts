import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isForms, type Text } from '../../packages/texts/src/forms.ts';

// Checks folders of texts, so that translators need neither a build nor TypeScript.

type Catalogue = Readonly<Record<string, Text>>;

/** Returns the texts of a file by their names. The name of a text inside an object has that of the object before it. */
function flat(texts: object, before = ''): [string, Text][] {
  return Object.entries(texts).flatMap(([name, value]): [string, Text][] =>
    typeof value === 'string' || isForms(value)
      ? [[before + name, value as Text]]
      : flat(value as object, `${before}${name}/`),
  );
}

/** Reads the texts of an area in a language. */
export const readTexts = (folder: string, language: string, area: string): Catalogue =>
  Object.fromEntries(
    flat(JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8')) as object),
  );

/** Returns the areas of a language, such as `mails` or `errors/people`. */
export const areasOf = (folder: string, language: string): string[] =>
  globSync('**/*.json', { cwd: join(folder, language) })
    .map((file) => file.replaceAll('\\', '/').replace('.json', ''))
    .sort();

/** Returns the languages besides English. */
const translationsIn = (folder: string): string[] =>
  globSync('*', { cwd: folder }).filter((language) => language !== 'en');

/** Returns the forms of a text. The parameter that chooses among them is not a form. */
const formsOf = (text: Text): [string, string][] =>
  typeof text === 'string' ? [['', text]] : Object.entries(text).filter(([form]) => form !== 'select');
const parametersOf = (form: string): string[] => Array.from(form.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

/** Returns the parameters of a text in all its forms. A form for one thing may leave out its number. */
const allParameters = (text: Text): string[] =>
  [...new Set(formsOf(text).flatMap(([, form]) => parametersOf(form)))].sort();

const isPlural = (text: Text): boolean => typeof text !== 'string' && !('select' in text);

/**
 * Describes the tests of all translations in a folder: complete, with the parameters of English and the forms of the language.
 * @param inEnglish returns the English texts of an area
 */
export function testTranslations(
  folder: string,
  inEnglish: (area: string) => Catalogue,
  areas: readonly string[],
): void {
  describe.each(translationsIn(folder))('%s', (language) => {
    it('has the areas that English has', () => {
      expect(areasOf(folder, language)).toEqual([...areas].sort());
    });

    describe.each(areas)('%s', (area) => {
      const english = inEnglish(area);
      const translated = readTexts(folder, language, area);

      it('has each text, and no other', () => {
        expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
        expect(
          Object.entries(translated).filter(([, text]) =>
            formsOf(text).some(([, form]) => form.trim() === ''),
          ),
        ).toEqual([]);
      });

      it('names the same parameters as English', () => {
        const wrong = Object.entries(translated).filter(
          ([name, text]) => String(allParameters(text)) !== String(allParameters(english[name] ?? '')),
        );
        expect(wrong.map(([name]) => name)).toEqual([]);
      });

      it('has the plural forms of its language', () => {
        const expected = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
        const wrong = Object.entries(translated).filter(
          ([, text]) =>
            isPlural(text) &&
            String(
              formsOf(text)
                .map(([form]) => form)
                .sort(),
            ) !== String(expected),
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
  });
}
