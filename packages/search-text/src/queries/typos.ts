import { languagesOf } from '../analyzing/languages.ts';
import {
  languagesOfScript,
  type StemmedLanguage,
  stemmedLanguages,
  stemOf,
  stemsOf,
} from '../analyzing/stems.ts';
import { stemMark } from '../expression.ts';

/** Returns the one or two languages that a search is probably in. Others, given by their codes, are added if words of them are stemmed. */
export function languagesOfSearch(operand: string, others: readonly string[]): ReadonlySet<StemmedLanguage> {
  const given = others.map((code) => code.slice(0, 2).toLowerCase());
  return new Set([
    ...languagesOf(operand),
    ...stemmedLanguages.filter((language) => given.includes(language)),
  ]);
}

/**
 * Returns the stems of a word in its folded form, in these languages or in all. An index has a stem with a mark, or as a literal form where
 * both are equal (`termsOfStem`).
 */
export function stemsOfForms(word: string, languages?: ReadonlySet<StemmedLanguage>): string[] {
  if (languages === undefined) return stemsOf(word);
  const script = languagesOfScript(word);
  const stems = [...languages].flatMap((language) =>
    script.has(language) ? (stemOf(word, language) ?? []) : [],
  );
  return [...new Set(stems)];
}

/** Returns the terms by which an index may have a stem. */
export const termsOfStem = (stem: string): string[] => [stemMark + stem, stem];

/** Returns an operand in which words are replaced by others, for “did you mean”. Operators and quotes stay. */
export function correctedOperand(
  operand: string,
  words: readonly { readonly literal: string; readonly start: number; readonly end: number }[],
  replacements: ReadonlyMap<string, string>,
): string {
  let result = '';
  let end = 0;
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    const replacement = replacements.get(word.literal);
    if (replacement === undefined || word.start < end) continue;
    result += operand.slice(end, word.start) + replacement;
    end = word.end;
  }
  return result + operand.slice(end);
}
