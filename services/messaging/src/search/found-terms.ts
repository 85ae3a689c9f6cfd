import { itemAt } from '@parley/core';
import { type AnalyzedTerm, type SearchExpression, stemMark } from '@parley/search-text';
import { readDocument } from '../domain/searching/search-document.ts';
import { askedTerms } from '../domain/searching/text-query.ts';
import type { FoundTerms } from './search-index.ts';

/** Returns where the terms of an expression occur in a document, which is given as it is stored. */
export function foundTermsOf(expression: SearchExpression): (words: string) => FoundTerms {
  const { terms, prefixes } = askedTerms(expression);
  const asked = new Set(terms);
  return (words) => {
    const document = readDocument(words);
    const found = document.terms.filter(
      ({ term }) => asked.has(term) || prefixes.some((prefix) => term.startsWith(prefix)),
    );
    return {
      occurrences: new Map(found.map(({ term, positions }) => [term, positions])),
      length: document.terms.length,
      topicFrom: document.topicFrom,
      inIdentifiers: positionsInIdentifiers(
        document.terms.filter(({ term }) => !asked.has(term)),
        found,
        document.terms,
      ),
    };
  };
}

/** Identifiers of more words are not looked for. */
const maxWords = 32;

/**
 * Returns the positions of identifiers with one of the found terms, such as both of `invoice_id`. An identifier has a term of its own at
 * the positions of its first and its last word.
 */
function positionsInIdentifiers(
  wholes: readonly AnalyzedTerm[],
  found: readonly AnalyzedTerm[],
  terms: readonly AnalyzedTerm[],
): ReadonlySet<number> {
  const typed = found.map(({ term }) => (term.startsWith(stemMark) ? term.slice(stemMark.length) : term));
  const inside = new Set<number>();
  for (const { term: whole, positions } of wholes) {
    if (positions.length < 2 || !typed.some((term) => term !== whole && whole.includes(term))) continue;
    const isPart = (at: number, isAtEdge: (term: string) => boolean): boolean =>
      terms.some((each) => each.term !== whole && isAtEdge(each.term) && each.positions.includes(at));
    for (let next = 1; next < positions.length; next += 2) {
      const [first, last] = [itemAt(positions, next - 1), itemAt(positions, next)];
      const isIdentifier =
        last - first < maxWords &&
        isPart(first, (term) => whole.startsWith(term)) &&
        isPart(last, (term) => whole.endsWith(term));
      for (let at = first; isIdentifier && at <= last; at++) inside.add(at);
    }
  }
  return inside;
}
