import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { type Language, languageOf } from './language.ts';

const catalogue: Readonly<Record<Language, Texts>> = { en, de };

/** Returns the texts in the language of a person or organization; in English when there is no translation. */
export const textsIn = (tag: string | undefined): Texts => catalogue[languageOf(tag)];

/**
 * Returns a welcome in a language. A welcome that the organization has not changed is translated. A changed one is
 * returned as it is.
 */
export const welcomeIn = (tag: string | undefined, text: string): string =>
  text === en.welcome ? textsIn(tag).welcome : text;
