import type { SearchExpression } from '@parley/search-text';
import { readDocument } from '../domain/search-document.ts';
import { askedTerms } from '../domain/text-query.ts';
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
    };
  };
}
