import { parser } from '@prometheus-io/lezer-promql';

type Node = ReturnType<(typeof parser)['parse']>['topNode'];

/** The parts of a PromQL expression. */
export type Query = {
  /** Series selectors, each with its metric and the labels in it. */
  readonly selectors: readonly { metric: string; labels: readonly string[]; text: string }[];
  /** Aggregations, each with its grouping labels (empty without `by`) and the metrics inside. */
  readonly aggregations: readonly { by: readonly string[]; metrics: readonly string[] }[];
  /** Operations on two operands, each with the labels that match their series and the metrics of both operands. */
  readonly matchings: readonly { on: readonly string[]; metrics: readonly string[] }[];
  /** Returns the labels of the result. `labelsOf` returns the labels of a metric. */
  resultLabels(labelsOf: (metric: string) => readonly string[]): readonly string[];
};

/**
 * Parses an expression with Prometheus' own grammar.
 * @throws SyntaxError for an invalid expression
 */
export function parseQuery(text: string): Query {
  const { topNode } = parser.parse(text);
  const nodes = descendants(topNode);
  const wrong = nodes.find(({ type }) => type.isError);
  if (wrong) throw new SyntaxError(`no PromQL at ${wrong.from}: ${text}`);
  const textOf = ({ from, to }: Node) => text.slice(from, to);
  const labelsIn = (node: Node | null) =>
    node
      ? descendants(node)
          .filter(({ name }) => name === 'LabelName')
          .map(textOf)
      : [];
  const metricsIn = (node: Node) =>
    descendants(node)
      .filter(({ name }) => name === 'VectorSelector')
      .map((selector) => textOf(selector.getChild('Identifier')!));
  const all = (name: string) => nodes.filter((node) => node.name === name);
  return {
    selectors: all('VectorSelector').map((node) => ({
      metric: textOf(node.getChild('Identifier')!),
      labels: labelsIn(node.getChild('LabelMatchers')),
      text: textOf(node),
    })),
    aggregations: all('AggregateExpr').map((node) => ({
      by: labelsIn(node.getChild('AggregateModifier')),
      metrics: metricsIn(node),
    })),
    matchings: all('MatchingModifierClause').map((node) => ({
      on: labelsIn(node),
      metrics: metricsIn(node.parent!),
    })),
    resultLabels: (labelsOf) => resultLabels(topNode, { textOf, labelsIn, labelsOf }),
  };
}

type Reading = {
  textOf: (node: Node) => string;
  labelsIn: (node: Node | null) => string[];
  labelsOf: (metric: string) => readonly string[];
};

function resultLabels(node: Node, reading: Reading): readonly string[] {
  const of = (child: Node) => resultLabels(child, reading);
  switch (node.name) {
    case 'VectorSelector':
      return reading.labelsOf(reading.textOf(node.getChild('Identifier')!));
    case 'AggregateExpr':
      return reading.labelsIn(node.getChild('AggregateModifier'));
    case 'FunctionCall': {
      const labels = node.getChildren('FunctionCallBody').flatMap(of);
      // `histogram_quantile` aggregates over the label `le`. The labels of an `absent` result are not reliable.
      if (node.firstChild?.firstChild?.name === 'Absent') return [];
      return node.firstChild?.firstChild?.name === 'HistogramQuantile'
        ? labels.filter((label) => label !== 'le')
        : labels;
    }
    case 'BinaryExpr': {
      const [left, right] = [of(node.firstChild!), of(node.lastChild!)];
      if (node.getChild('Or')) return right.length > 0 ? left.filter((label) => right.includes(label)) : left;
      return left.length > 0 ? left : right;
    }
    default:
      return children(node).flatMap(of);
  }
}

function children(node: Node): Node[] {
  const found: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}

const descendants = (node: Node): Node[] => [node, ...children(node).flatMap(descendants)];
