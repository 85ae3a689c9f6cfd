import { tools } from './gen/texts.ts';
import type { Language } from './language.ts';

/**
 * Returns a text about a tool of the catalogue of integrations in a language. The catalogue has it in English, which is the name of its translation.
 * A text without a translation stays English.
 */
export function toolText(language: Language, english: string): string {
  if (language === 'en') return english;
  const translated: Readonly<Record<string, string>> = tools[language];
  return (Object.hasOwn(translated, english) ? translated[english] : undefined) ?? english;
}
