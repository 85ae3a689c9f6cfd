import { de } from './de.ts';
import { en } from './en.ts';
import { type Language, languageOf } from './language.ts';

/** The catalogue of one language: a text, or a function of what the text names. Names arrive escaped for Markdown. */
export type Texts = typeof en;

const catalogue: Readonly<Record<Language, Texts>> = { en, de };

/** Returns the texts in a person's or an organization's language; English ones where there is no translation. */
export const textsIn = (tag: string | undefined): Texts => catalogue[languageOf(tag)];

/**
 * Returns a welcome in a language. A welcome that the organization has not changed is translated; its own words are kept.
 */
export const welcomeIn = (tag: string | undefined, text: string): string =>
  text === en.welcome ? textsIn(tag).welcome : text;
