import { type SearchExpression, type SearchNode, type SequenceNode, tsqueryOf } from '@parley/search-text';

/** A search for texts that fit all of several operands. */
export const bothOf = (expressions: readonly SearchExpression[]): SearchExpression => ({
  root: {
    kind: 'all',
    items: expressions.some(({ root }) => root.items.length === 0)
      ? []
      : expressions.flatMap(({ root }) => root.items),
  },
  words: expressions.flatMap(({ words }) => words),
});

/** A search for texts that do not fit. Undefined where every text is one. */
export const noneOf = ({ root, words }: SearchExpression): SearchExpression | undefined =>
  root.items.length === 0
    ? undefined
    : {
        root: { kind: 'all', items: [{ kind: 'not', item: root }] },
        words: words.map((word) => ({ ...word, excluded: true })),
      };

/** Returns the searches for one of the words around an `OR` each, and for everything else that is asked for, with the lengths of the words. */
export const forEachWord = ({
  root,
  words,
}: SearchExpression): { only: SearchExpression; length: number }[] =>
  root.items.flatMap((clause, index) =>
    clause.kind !== 'any' || !clause.ofWords
      ? []
      : clause.items.map((item) => ({
          only: { root: { kind: 'all', items: root.items.with(index, item) }, words },
          length: Math.max(0, ...exactTerms(item).map((term) => term.length)),
        })),
  );

function exactTerms(node: SearchNode): string[] {
  if (node.kind === 'not') return [];
  if (node.kind === 'term') return node.role === 'exact' ? [node.term] : [];
  return node.items.flatMap(exactTerms);
}

/** Returns whether an index finds the matches: each of them has at least one of the terms. */
export const isSelective = ({ root }: SearchExpression): boolean =>
  root.items.length === 0 || needsTerm(root);

function needsTerm(node: SearchNode): boolean {
  switch (node.kind) {
    case 'term':
    case 'sequence':
      return true;
    case 'all':
      return node.items.some(needsTerm);
    case 'any':
      return node.items.every(needsTerm);
    case 'not':
      return false;
  }
}

/** What an index of terms knows besides terms, so that it need not be checked afterwards. */
export type Known = {
  /** Whether it knows the order of the terms of a sequence; of none unless given. */
  sequence?(node: SequenceNode): boolean;
  /** Whether the whole text matters and not only the topic, so that a term may be required to be absent. */
  absence: boolean;
};

/**
 * Returns an expression that holds for all texts for which the given one holds, and perhaps for others, and that asks only for what an
 * index knows. Undefined when it would hold for every text.
 */
export function askableOf({ root, words }: SearchExpression, known: Known): SearchExpression | undefined {
  const items = root.items.flatMap((item) => askable(item, known) ?? []);
  return items.length === 0 && root.items.length > 0 ? undefined : { root: { kind: 'all', items }, words };
}

function askable(node: SearchNode, known: Known): SearchNode | undefined {
  switch (node.kind) {
    case 'term':
      return node;
    case 'sequence':
      return isAskable(node, known) ? node : { kind: 'all', items: node.items };
    case 'all': {
      const items = node.items.flatMap((item) => askable(item, known) ?? []);
      return items.length === 0 ? undefined : { kind: 'all', items };
    }
    case 'any': {
      const items = node.items.flatMap((item) => askable(item, known) ?? []);
      return items.length < node.items.length ? undefined : { kind: 'any', items };
    }
    case 'not':
      return isAskable(node, known) ? node : undefined;
  }
}

/** Returns whether an index can answer the whole condition. */
export function isAskable(node: SearchNode, known: Known): boolean {
  if (node.kind === 'term') return true;
  if (node.kind === 'not') return known.absence && isAskable(node.item, known);
  if (node.kind === 'sequence') return known.sequence?.(node) ?? false;
  return node.items.every((item) => isAskable(item, known));
}

/** Returns an expression as the text of a `tsquery`. An expression that holds for no text asks for a term that no document has. */
const tsqueryFor = (expression: SearchExpression): string => tsqueryOf(expression) ?? "'#none'";

/** Returns a `tsquery` that asks for one of these terms. */
export const anyOfTerms = (terms: readonly string[]): string =>
  tsqueryFor({
    root: {
      kind: 'all',
      items: [
        { kind: 'any', items: terms.map((term) => ({ kind: 'term', term, prefix: false, role: 'exact' })) },
      ],
    },
    words: [],
  });

/**
 * Returns a `tsquery` for each condition that an index can look up, all of which must hold; others stand in the first one. For several
 * small ones, the index of terms compares its lists of messages without evaluating everything that is asked for at each message.
 */
export function tsqueriesFor({ root, words }: SearchExpression): string[] {
  const [first = [], ...others] = root.items.filter(needsTerm).map((item) => [item]);
  const conditions = [[...first, ...root.items.filter((item) => !needsTerm(item))], ...others];
  return conditions.map((items) => tsqueryFor({ root: { kind: 'all', items }, words }));
}

/** Returns a `tsquery` that asks for one of these terms, which begin with `#` and need no quoting. */
export const oneOf = (terms: readonly string[]): string => terms.map((term) => `'${term}'`).join(' | ');

/** Returns the terms that an expression asks for, and the beginnings of terms. Those that must be absent do not count. */
export function askedTerms({ root }: SearchExpression): { terms: string[]; prefixes: string[] } {
  const terms = new Set<string>();
  const prefixes = new Set<string>();
  const collect = (node: SearchNode): void => {
    if (node.kind === 'not') return;
    if (node.kind === 'term') (node.prefix ? prefixes : terms).add(node.term);
    else for (const item of node.items) collect(item);
  };
  collect(root);
  return { terms: [...terms], prefixes: [...prefixes] };
}
