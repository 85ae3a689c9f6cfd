/** Texts of the client in the reader's language. Each language is a folder of `texts`, with a file for each part of the client. */

import { fillText, type LanguageRules, type Text, type TextParameters } from '@parley/texts/forms';
import { translations } from '../gen/translations.ts';
import english from '../texts/en/common.json' with { type: 'json' };
import { pseudoLanguages } from './pseudo-languages.ts';

export type { Text, TextParameters } from '@parley/texts/forms';
export type TextName = keyof typeof english;

let catalogue: Readonly<Record<TextName, Text>> = english;
let language = 'en';
let rules: LanguageRules = { plurals: new Intl.PluralRules('en'), region: 'en' };

/** Languages that are written from right to left, by their tags. */
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur', 'yi']);

/**
 * Loads the texts of the first language in `wanted` for which there are texts, or else English. Must complete before the first
 * rendering.
 * @param wanted language tags, the preferred one first
 */
export async function chooseLanguage(wanted: readonly string[]): Promise<void> {
  const known = (tag: string) => {
    const whole = tag.replaceAll('_', '-');
    const [primary = ''] = whole.toLowerCase().split('-');
    return [whole, primary].find(
      (each) => each === 'en' || each in translations || pseudoLanguages.has(each),
    );
  };
  const chosen = wanted.find((tag) => known(tag) !== undefined) ?? 'en';
  language = known(chosen) ?? 'en';
  rules = { plurals: new Intl.PluralRules(language), region: chosen.replaceAll('_', '-') };
  catalogue = await translated('common', english);
  document.documentElement.lang = language;
  document.documentElement.dir = rightToLeft.has(language.replace(/-.*/, '')) ? 'rtl' : 'ltr';
}

/** Returns a catalogue in the reader's language. Texts that are not translated yet stay English. */
export async function translated<Name extends string>(
  area: string,
  inEnglish: Readonly<Record<Name, Text>>,
): Promise<Readonly<Record<Name, Text>>> {
  if (pseudoLanguages.has(language)) return (await import('./pseudo.ts')).pseudoTexts(inEnglish);
  const present = translations[language];
  const load = area === 'common' ? present?.common : (await present?.loadParts())?.parts[area];
  return load ? { ...inEnglish, ...(await load()).default } : inEnglish;
}

/** Returns texts that the server has translated. In a language for tests, they get its marks, as the client's own texts do. */
export async function translatedByServer(texts: readonly string[]): Promise<readonly string[]> {
  if (!pseudoLanguages.has(language)) return texts;
  const marked = await translated('', Object.fromEntries(texts.map((text, at) => [`${at}`, text])));
  return texts.map((text, at) => String(marked[`${at}`] ?? text));
}

/** Returns the language tag for dates, times and numbers. */
export const locale = (): string => rules.region;

/** Returns a text. Replaces `{name}` by the parameter `name`. The parameter `count` selects the plural form. */
export const t = (name: TextName, parameters: TextParameters = {}): string =>
  inWords(catalogue[name], parameters);

/** Fills in a text by the rules of the reader's language. */
export const inWords = (text: Text, parameters: TextParameters): string => fillText(text, parameters, rules);
