/** The texts of the client in the reader's language. */
import { type Catalogue, english, type Text, type TextName } from './en.ts';

const languages: Readonly<Record<string, () => Promise<Catalogue>>> = {
  en: async () => english,
  de: async () => (await import('./de.ts')).german,
};

let catalogue: Catalogue = english;
let language = 'en';
/** The language with the reader's region, which says how dates and times are written. */
let region = 'en';
let plurals = new Intl.PluralRules('en');

/**
 * Loads the texts of the first supported language. Call it before anything is rendered.
 * @param wanted language tags, the preferred one first
 */
export async function chooseLanguage(wanted: readonly string[]): Promise<void> {
  const languageOf = (tag: string) => tag.toLowerCase().split(/[-_]/)[0]!;
  const chosen = wanted.find((tag) => languageOf(tag) in languages) ?? 'en';
  language = languageOf(chosen);
  region = chosen.replaceAll('_', '-');
  catalogue = await languages[language]!();
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** Returns the language tag for dates, times and numbers. */
export const locale = (): string => region;

export type TextParameters = Readonly<Record<string, string | number>>;

/** Returns the language of the texts: `en` or `de`. */
export const textLanguage = (): string => language;

/** Returns a text. `{name}` in it is replaced by the parameter, and `count` selects the plural form. */
export const t = (name: TextName, parameters: TextParameters = {}): string =>
  fillText(catalogue[name], parameters);

/** Returns a text in its plural form with its parameters. */
export function fillText(text: Text, parameters: TextParameters): string {
  const form =
    typeof text === 'string'
      ? text
      : plurals.select(Number(parameters.count)) === 'one'
        ? text.one
        : text.other;
  if (!form.includes('{')) return form;
  return form.replaceAll(/\{(\w+)\}/g, (whole, key: string) => {
    // Some texts show the syntax of patterns, in which braces stand for themselves.
    if (!(key in parameters)) return whole;
    const value = parameters[key];
    return typeof value === 'number' ? value.toLocaleString(region) : (value ?? '');
  });
}
