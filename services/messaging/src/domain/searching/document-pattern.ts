/**
 * Regular expressions of PostgreSQL for documents (search-document.ts), for what the index of terms cannot tell: the order of terms, and
 * whether they are in the topic.
 */
import type { AnyOfTerms, SearchNode, TermNode } from '@parley/search-text';

export type DocumentCondition =
  | { kind: 'pattern'; pattern: string }
  | { kind: 'all' | 'any'; items: readonly DocumentCondition[] }
  | { kind: 'not'; item: DocumentCondition };

/** Returns what must hold for a document, so that the condition on terms holds for its text, or for its topic alone. */
export function conditionOn(node: SearchNode, inTopic: boolean): DocumentCondition {
  switch (node.kind) {
    case 'term':
      return { kind: 'pattern', pattern: `${start(inTopic)}${placeOf(node)}${end}` };
    case 'sequence':
      return { kind: 'pattern', pattern: `${start(inTopic)}${node.items.map(placeOf).join(' ')}${end}` };
    case 'not':
      return { kind: 'not', item: conditionOn(node.item, inTopic) };
    case 'all':
    case 'any':
      return { kind: node.kind, items: node.items.map((item) => conditionOn(item, inTopic)) };
  }
}

/** The topic follows the term of the channel. */
const start = (inTopic: boolean): string => (inTopic ? ' #c[0-9]+ (?:.* )?' : '(?:^| )');
const end = '(?: |$)';

/** Matches a position that has one of the terms, perhaps beside others. */
const placeOf = (item: TermNode | AnyOfTerms): string => {
  const terms = item.kind === 'term' ? [item] : item.items;
  return `(?:[^ ]*[|])?(?:${terms.map(termOf).join('|')})(?:[|][^ ]*)?`;
};

const termOf = ({ term, prefix }: TermNode): string => quoted(term) + (prefix ? '[^ |]*' : '');

/** Quotes what has a meaning in regular expressions. Letters and digits would get one by a backslash. */
const quoted = (term: string): string => term.replace(/[!-/:-@[-`{-~]/g, '\\$&');
