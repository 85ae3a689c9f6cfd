import type { AnalyzedText } from '../analyzing/analyze.ts';
import type { SearchExpression, SearchNode } from '../expression.ts';
import { onlyItem } from '../only-item.ts';

/** Returns an analyzed text as text of PostgreSQL's type `tsvector`. Cast it with `::tsvector`. */
export const tsvectorOf = ({ terms }: AnalyzedText): string =>
  terms.map(({ term, positions }) => `${quoted(term)}:${positions.join(',')}`).join(' ');

const quoted = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * Returns the expression as text of PostgreSQL's type `tsquery`; undefined when it holds for no text. Cast it with
 * `::tsquery`, which does not depend on a configuration of text search or on a locale.
 */
export function tsqueryOf(expression: SearchExpression): string | undefined {
  return expression.root.items.length === 0 ? undefined : compile(expression.root);
}

function compile(node: SearchNode): string {
  switch (node.kind) {
    case 'term':
      return quoted(node.term) + (node.prefix ? ':*' : '');
    case 'sequence':
      return group(node.items.map(compile), ' <-> ');
    case 'any':
      return group([...new Set(withoutCovered(node.items).map(compile))], ' | ');
    case 'all':
      return group(node.items.map(compile), ' & ');
    case 'not':
      return `!${compile(node.item)}`;
  }
}

/** Leaves out terms that a prefix among the alternatives finds as well. */
const withoutCovered = (items: readonly SearchNode[]): readonly SearchNode[] =>
  items.filter(
    (item) =>
      item.kind !== 'term' ||
      item.prefix ||
      !items.some((other) => other.kind === 'term' && other.prefix && item.term.startsWith(other.term)),
  );

const group = (items: readonly string[], operator: string): string =>
  onlyItem(items) ?? `(${items.join(operator)})`;
