import type { AnalyzedText } from '../analyzing/analyze.ts';
import type { SearchExpression, SearchNode, SequenceNode, TermNode } from '../expression.ts';

/** Returns whether a text fits an expression. It is the definition that every index must agree with. */
export function matches(expression: SearchExpression, text: AnalyzedText): boolean {
  return expression.root.items.length > 0 && holds(expression.root, text);
}

function holds(node: SearchNode, text: AnalyzedText): boolean {
  switch (node.kind) {
    case 'term':
      return positionsOf(node, text).size > 0;
    case 'sequence':
      return holdsInOrder(node, text);
    case 'any':
      return node.items.some((item) => holds(item, text));
    case 'all':
      return node.items.every((item) => holds(item, text));
    case 'not':
      return !holds(node.item, text);
  }
}

function positionsOf({ term, prefix }: TermNode, text: AnalyzedText): Set<number> {
  const found = new Set<number>();
  for (const known of text.terms) {
    if (prefix ? known.term.startsWith(term) : known.term === term) {
      for (const position of known.positions) found.add(position);
    }
  }
  return found;
}

function holdsInOrder({ items }: SequenceNode, text: AnalyzedText): boolean {
  let ends: Set<number> | undefined;
  for (const item of items) {
    const terms = item.kind === 'term' ? [item] : item.items;
    const here = new Set(terms.flatMap((term) => [...positionsOf(term, text)]));
    const before: Set<number> | undefined = ends;
    ends = before === undefined ? here : new Set([...here].filter((position) => before.has(position - 1)));
  }
  return ends !== undefined && ends.size > 0;
}
