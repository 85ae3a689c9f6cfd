/** Searches and indexes in the language of OpenSearch. */
import type { AnyOfTerms, SearchExpression, SearchNode, SequenceNode, TermNode } from '@parley/search-text';
import { askableOf, isAskable, type Known } from '../domain/searching/text-query.ts';
import type { CandidateSearch } from './search-index.ts';

/** Fields of a document. `words` has the content and the topic, `topic` the topic alone, each as a line of terms. */
export type StoredDocument = {
  id: number;
  channel: number | null;
  words: readonly [string, string];
  topic: string;
};

/** Fields of a stored write: the number of the last one that is in an index. */
export type StoredWrite = { write: number };

/** Returns the settings and fields of an index. Its analyzer reads lines (domain/searching/search-document.ts) and changes nothing. */
export const indexDefinition = ({ shards, replicas }: { shards: number; replicas: number }): object => ({
  settings: {
    number_of_shards: shards,
    number_of_replicas: replicas,
    // A search for the newest messages stops at the first that are enough.
    'sort.field': 'id',
    'sort.order': 'desc',
    // How long the number of a deletion is remembered, after which an older write would bring the document back.
    gc_deletes: '1h',
    analysis: {
      tokenizer: { places: { type: 'char_group', tokenize_on_chars: [' '], max_token_length: 1_048_576 } },
      filter: { terms: { type: 'pattern_capture', preserve_original: false, patterns: ['([^|]+)'] } },
      analyzer: { document: { type: 'custom', tokenizer: 'places', filter: ['terms'] } },
    },
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      id: { type: 'long' },
      channel: { type: 'long' },
      // A phrase does not reach from one value to the next.
      words: { type: 'text', analyzer: 'document', norms: false, position_increment_gap: 100 },
      topic: { type: 'text', analyzer: 'document', norms: false },
      write: { type: 'long', index: false },
    },
  },
});

/** OpenSearch knows the order of terms, but not that of all terms that begin with something: they can be too many. */
const isKnownSequence = ({ items }: SequenceNode): boolean =>
  items.every((item) => (item.kind === 'term' ? [item] : item.items).every(({ prefix }) => !prefix));

const known: Known = { sequence: isKnownSequence, absence: true };

/** What to ask OpenSearch for, and whether each found text must be compared, because the answer may have others, too. */
export type OpenSearchQuery = { filter: readonly object[]; isExact: boolean };

export function queryFor(
  { root, words }: SearchExpression,
  {
    above,
    below,
    channelId,
    inTopic = false,
  }: Pick<CandidateSearch, 'above' | 'below' | 'channelId' | 'inTopic'>,
): OpenSearchQuery {
  const field = inTopic ? 'topic' : 'words';
  const asked = askableOf({ root, words }, known);
  return {
    filter: [
      { range: { id: { gt: above, lt: below } } },
      ...(channelId === undefined ? [] : [{ term: { channel: channelId } }]),
      ...(root.items.length === 0 ? [{ match_none: {} }] : []),
      ...(asked?.root.items ?? []).map((item) => compile(item, field)),
    ],
    isExact: root.items.every((item) => isAskable(item, known)),
  };
}

function compile(node: SearchNode, field: string): object {
  switch (node.kind) {
    case 'term':
      return node.prefix ? { prefix: { [field]: node.term } } : { term: { [field]: node.term } };
    case 'sequence':
      return sequence(node, field);
    case 'all':
      return { bool: { filter: node.items.map((item) => compile(item, field)) } };
    case 'any':
      return anyOf(node.items, field);
    case 'not':
      return { bool: { must_not: [compile(node.item, field)] } };
  }
}

/** Returns a query for one of several conditions. All terms are one condition of it, because their number is limited. */
function anyOf(items: readonly SearchNode[], field: string): object {
  const isPlain = (item: SearchNode): item is TermNode => item.kind === 'term' && !item.prefix;
  const terms = items.filter(isPlain).map(({ term }) => term);
  const should = [
    ...(terms.length > 0 ? [{ terms: { [field]: terms } }] : []),
    ...items.filter((item) => !isPlain(item)).map((item) => compile(item, field)),
  ];
  return { bool: { should, minimum_should_match: 1 } };
}

const sequence = ({ items }: SequenceNode, field: string): object => {
  const [first, ...others] = items;
  if (first && others.length === 0) return compile(first, field);
  return { span_near: { clauses: items.map((item) => place(item, field)), slop: 0, in_order: true } };
};

const place = (item: TermNode | AnyOfTerms, field: string): object => {
  const spans = (item.kind === 'term' ? [item] : item.items).map(({ term }) => ({
    span_term: { [field]: term },
  }));
  const [first, ...others] = spans;
  return first && others.length === 0 ? first : { span_or: { clauses: spans } };
};
