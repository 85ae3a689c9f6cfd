/** Texts of the client in the reader's language. */
import { type Catalogue, english, type Text, type TextName } from './en.ts';

const languages: Readonly<Record<string, () => Promise<Catalogue>>> = {
  en: async () => english,
  de: async () => (await import('./de.ts')).german,
};

let catalogue: Catalogue = english;
let language = 'en';
/** Language tag with the reader's region, which determines the formats of dates and numbers. */
let region = 'en';
let plurals = new Intl.PluralRules('en');

/**
 * Loads the texts of the first language in `wanted` for which there are texts, or else English. Must complete before the first
 * rendering.
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

/** Returns a text. Replaces `{name}` by the parameter `name`. The parameter `count` selects the plural form. */
export const t = (name: TextName, parameters: TextParameters = {}): string =>
  fillText(catalogue[name], parameters);

/** Selects the plural form of a text and fills in its parameters. */
export function fillText(text: Text, parameters: TextParameters): string {
  const form =
    typeof text === 'string'
      ? text
      : plurals.select(Number(parameters.count)) === 'one'
        ? text.one
        : text.other;
  if (!form.includes('{')) return form;
  return form.replaceAll(/\{(\w+)\}/g, (whole, key: string) => {
    // Keeps braces of unknown parameters: some texts show the syntax of patterns, which contains braces.
    if (!(key in parameters)) return whole;
    const value = parameters[key];
    return typeof value === 'number' ? value.toLocaleString(region) : (value ?? '');
  });
}
