import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { type Language, languageOf } from './language.ts';

const catalogue: Readonly<Record<Language, Texts>> = { en, de };

/** Returns the texts in a language of a person or organization, or in English when the language is unsupported. */
export const textsIn = (tag: string | undefined): Texts => catalogue[languageOf(tag)];

/**
 * Returns the welcome message in a language. Only the default welcome message is translated; a message that the organization
 * has changed is returned unchanged.
 * @param text the welcome message of the organization
 */
export const welcomeIn = (tag: string | undefined, text: string): string =>
  text === en.welcome ? textsIn(tag).welcome : text;
