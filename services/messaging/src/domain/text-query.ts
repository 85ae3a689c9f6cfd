import { type SearchExpression, type SearchNode, tsqueryOf } from '@parley/search-text';

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

/** Returns an expression as the text of a `tsquery`. An expression that holds for no text asks for a term that no document has. */
export const tsqueryFor = (expression: SearchExpression): string => tsqueryOf(expression) ?? "'#none'";

/** Returns an expression as the text of a `tsquery` for the topic alone, whose terms have the weight A in documents. */
export const topicTsqueryFor = ({ root }: SearchExpression): string =>
  root.items.length === 0 ? "'#none'" : compileForTopic(root);

/** Returns a term as the text of a `tsquery`. */
export const termQuery = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function compileForTopic(node: SearchNode): string {
  if (node.kind === 'term') return `${termQuery(node.term)}:${node.prefix ? '*' : ''}A`;
  if (node.kind === 'not') return `!${compileForTopic(node.item)}`;
  const operator = { sequence: ' <-> ', any: ' | ', all: ' & ' }[node.kind];
  return `(${node.items.map(compileForTopic).join(operator)})`;
}

/** Returns a `tsquery` that also asks for one of these terms, which begin with `#` and need no quoting. */
export const withOneOf = (tsquery: string, terms: readonly string[]): string =>
  `${tsquery} & (${terms.map((term) => `'${term}'`).join(' | ')})`;

/** Returns whether an expression asks for one word, so that where its terms occur does not matter. */
export function isOneWord({ root }: SearchExpression): boolean {
  const clauses = root.items.filter(({ kind }) => kind !== 'not');
  const isAlternatives = (node: SearchNode): boolean =>
    node.kind === 'term' || (node.kind === 'any' && node.items.every(isAlternatives));
  return clauses.length === 1 && isAlternatives(clauses[0]!);
}

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
