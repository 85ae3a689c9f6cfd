import { errors } from '@parley/core';
import { sql } from '@parley/db';
import type { Operator } from './types.ts';

const maxTerms = 50;
const maxLength = 1_000;

/**
 * `search:word "some words"`: selects messages that contain all words, in any order, and all phrases. Case, accents and endings
 * do not matter.
 */
export const search: Operator<string[]> = {
  names: ['search'],
  parse(operand) {
    if (typeof operand !== 'string') throw errors.badNarrow('search must be a text');
    return searchTerms(operand);
  },
  compile: (terms) => ({
    condition: sql`m.search_words @@ search_query(${terms}::text[])`,
    isSelective: true,
    searchTerms: terms,
  }),
};

/** Splits a search into words and quoted phrases. @throws BAD_NARROW when it is too long */
function searchTerms(text: string): string[] {
  // Messages cannot contain these characters, because PostgreSQL cannot store them.
  const clean = text.replaceAll('\0', ' ').toWellFormed();
  const terms = Array.from(clean.matchAll(/"([^"]+)"|([^\s"]+)/g), ([, phrase, word]) =>
    (phrase ?? word)!.trim(),
  ).filter((term) => term !== '');
  if (terms.length > maxTerms || clean.length > maxLength) throw errors.badNarrow('search is too long');
  return terms;
}
