import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { definedMetrics, repository } from './known-env.ts';
import { parseQuery } from './promql.ts';

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
};

const observability = join(repository, 'deploy/observability');
const rules: Rule[] = parse(readFileSync(join(observability, 'alerts.yaml'), 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const dashboards = readdirSync(join(observability, 'dashboards')).map((name) => ({
  name,
  ...JSON.parse(readFileSync(join(observability, 'dashboards', name), 'utf8')),
}));

type Target = { expr: string; legendFormat?: string; exemplar?: boolean };
type Drawn = { panels: { title: string; targets: Target[] }[]; annotations: { list: Target[] } };
/** The queries of all panels and annotations, with the name of their dashboard. */
const drawn = dashboards.flatMap(({ name, panels, annotations }: Drawn & { name: string }) =>
  [...panels.flatMap(({ targets }) => targets), ...annotations.list].map((target) => ({ name, ...target })),
);

/** Returns the names of Parley's metrics in a text, such as an expression. */
const metricsIn = (text: string): string[] => text.match(/\bparley_[a-z0-9_]+/g) ?? [];

const defined = await definedMetrics();
/** Returns whether a metric is defined. Series of a histogram (`_bucket`, `_sum`, `_count`) count as its base name. */
const isDefined = (name: string) =>
  defined.has(name) || defined.has(name.replace(/_(bucket|sum|count)$/, ''));
const unknown = (texts: readonly string[]) =>
  [...new Set(texts.flatMap(metricsIn))].filter((name) => !isDefined(name));

it('finds the metrics that the code defines', () => {
  expect(defined.size).toBeGreaterThan(60);
  expect(isDefined('parley_channel_channels_created_total')).toBe(true);
  expect(isDefined('parley_db_seconds_bucket')).toBe(true);
  expect(isDefined('parley_relay_lag_megabytes')).toBe(false);
});

it('alerts on metrics that code defines', () => {
  expect(rules.length).toBeGreaterThan(15);
  expect(unknown(rules.map(({ expr }) => expr))).toEqual([]);
});

it('draws metrics that code defines, at least one per panel', () => {
  for (const { name, panels, templating } of dashboards) {
    const expressions = panels.flatMap((panel: { targets: { expr: string }[] }) =>
      panel.targets.map(({ expr }) => expr),
    );
    expect([name, unknown(expressions)]).toEqual([name, []]);
    expect(templating.list[0].type).toBe('datasource');
    for (const { title, targets } of panels) expect([title, targets.length > 0]).toEqual([title, true]);
  }
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
});

/** Labels that Prometheus and the chart's ServiceMonitors add to every series. */
const targetLabels = ['namespace', 'pod', 'instance', 'job', 'service'];
const labelsOf = (metric: string): readonly string[] => [
  ...targetLabels,
  ...(defined.get(metric) ?? defined.get(metric.replace(/_(bucket|sum|count)$/, '')) ?? []),
  ...(metric.endsWith('_bucket') ? ['le'] : []),
  // kube-state-metrics adds this label.
  ...(metric.startsWith('kube_horizontalpodautoscaler_') ? ['horizontalpodautoscaler'] : []),
];
const namedIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, label]) => label!);

it('parses PromQL as Prometheus does, and derives the labels of a result', () => {
  for (const text of ['sum by (namespace (a)', 'rate(a[5m]', 'a > > 1', 'nothing(a)'])
    expect(() => parseQuery(text)).toThrow(SyntaxError);
  const result = (text: string) => parseQuery(text).resultLabels(labelsOf);
  expect(result('sum(up)')).toEqual([]);
  expect(result('rate(parley_db_seconds_count[5m])')).toEqual([...targetLabels, 'kind']);
  const quantile = 'histogram_quantile(0.9, sum by (service, le) (rate(parley_db_seconds_bucket[5m]))) > 1';
  expect(result(quantile)).toEqual(['service']);
  expect(result('sum by (job, pod) (up) == 0 or absent(up{job="parley"})')).toEqual(['job', 'pod']);
  expect(result('1 - sum by (pod) (up)')).toEqual(['pod']);
  const query = parseQuery('sum by (pod) (up{job="a"}) / on (pod) sum by (pod) (parley_relay_active)');
  expect(query.selectors.map(({ metric, labels }) => [metric, labels])).toEqual([
    ['up', ['job']],
    ['parley_relay_active', []],
  ]);
  expect(query.aggregations[0]).toEqual({ by: ['pod'], metrics: ['up'] });
  expect(query.matchings).toEqual([{ on: ['pod'], metrics: ['up', 'parley_relay_active'] }]);
});

it('uses only labels that the metrics have', () => {
  expect(drawn.length).toBeGreaterThan(50);
  for (const { expr } of [...rules, ...drawn]) {
    const { selectors, aggregations, matchings } = parseQuery(expr);
    expect([expr, selectors.length > 0]).toEqual([expr, true]);
    const used = [
      ...selectors.map(({ metric, labels }) => ({ labels, metrics: [metric] })),
      ...aggregations.map(({ by, metrics }) => ({ labels: by, metrics })),
      ...matchings.map(({ on, metrics }) => ({ labels: on, metrics })),
    ];
    const missing = used.flatMap(({ labels, metrics }) =>
      metrics.flatMap((metric) => labels.filter((label) => !labelsOf(metric).includes(label))),
    );
    expect([expr, missing]).toEqual([expr, []]);
  }
});

it('names in texts and legends only labels that results have', () => {
  const texts = [
    ...rules.map(({ expr, annotations }) => ({
      expr,
      labels: namedIn(Object.values(annotations).join(), /\$labels\.(\w+)/g),
    })),
    ...drawn.map(({ expr, legendFormat = '' }) => ({
      expr,
      labels: namedIn(legendFormat, /\{\{(\w+)\}\}/g),
    })),
  ];
  expect(texts.flatMap(({ labels }) => labels).length).toBeGreaterThan(20);
  for (const { expr, labels } of texts) {
    const known = parseQuery(expr).resultLabels(labelsOf);
    expect([expr, labels.filter((label) => !known.includes(label))]).toEqual([expr, []]);
  }
});

it('separates deployments that share a Prometheus', () => {
  // An alert concerns a single deployment, so its expression must keep the label `namespace`.
  for (const { expr } of rules) {
    const { aggregations, resultLabels } = parseQuery(expr);
    const across = aggregations.filter(({ by }) => !by.includes('namespace'));
    expect([expr, across]).toEqual([expr, []]);
    expect([expr, resultLabels(labelsOf).includes('namespace')]).toEqual([expr, true]);
  }
  // The variable `namespace` selects the deployment that a dashboard shows.
  for (const { name, templating } of dashboards)
    expect([name, templating.list.map((each: { name: string }) => each.name)]).toEqual([
      name,
      ['datasource', 'namespace'],
    ]);
  for (const { name, expr } of drawn) {
    const all = parseQuery(expr).selectors.filter(({ text }) => !text.includes('namespace=~"$namespace"'));
    expect([name, expr, all]).toEqual([name, expr, []]);
  }
});

it('links a slow request to its trace: panels show exemplars with the quantile', () => {
  const withExemplars = drawn.filter(({ exemplar }) => exemplar);
  expect(withExemplars.map(({ name }) => name)).toEqual(expect.arrayContaining(['overview.json']));
  for (const { expr } of withExemplars)
    expect(expr).toMatch(/^histogram_quantile\(0\.99, .*parley_gateway_request_seconds_bucket/);
});

it('scales on metrics that code defines and that the adapter serves', () => {
  const values = parse(readFileSync(join(repository, 'deploy/helm/parley/values.yaml'), 'utf8'));
  const asked: string[] = Object.values(values.services).flatMap((service) =>
    Object.keys((service as { autoscaling?: { podMetrics?: object } }).autoscaling?.podMetrics ?? {}),
  );
  expect(asked.length).toBeGreaterThan(5);
  expect(unknown(asked)).toEqual([]);
  const adapter = parse(readFileSync(join(observability, 'prometheus-adapter.yaml'), 'utf8'));
  const [, pattern] = /__name__=~"([^"]+)"/.exec(adapter.rules.custom[0].seriesQuery)!;
  expect(asked.filter((name) => !new RegExp(pattern!).test(name))).toEqual([]);
});

it('gives every alert a severity and a runbook, and every runbook an alert', () => {
  const pages = 'docs/operations/runbooks';
  for (const { alert, labels, annotations } of rules) {
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary).toBeTruthy();
    const page = `${pages}/${alert.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase()}.md`;
    expect([alert, annotations.runbook]).toEqual([alert, page]);
    expect([alert, existsSync(join(repository, page))]).toEqual([alert, true]);
    const text = readFileSync(join(repository, page), 'utf8');
    for (const heading of ['\n## Meaning\n', '\n## Checks\n', '\n## Actions\n'])
      expect(text).toContain(heading);
  }
  const list = readFileSync(join(repository, pages, 'README.md'), 'utf8');
  for (const { alert, labels } of rules) {
    const section = list.split(new RegExp(`^## ${labels.severity}$`, 'im'))[1]?.split('\n## ')[0];
    expect(section).toContain(`- [${alert}](`);
  }
  const known = new Set(rules.map(({ annotations }) => annotations.runbook));
  const orphans = globSync(`${pages}/*.md`, { cwd: repository }).filter(
    (page) => !known.has(page) && !page.endsWith('/README.md'),
  );
  expect(orphans).toEqual([]);
});

it('names in runbooks only metrics that code defines and variables that code reads', () => {
  const texts = globSync('docs/operations/**/*.md', { cwd: repository }).map((page) =>
    readFileSync(join(repository, page), 'utf8'),
  );
  const rolesAndBuckets =
    /^parley_(admin|owner|relay|messaging|channel|user_admin|upload|parked|meta|queues|workers)$/;
  expect(unknown(texts).filter((name) => !rolesAndBuckets.test(name))).toEqual([]);
});

it('has links in runbooks that lead to existing pages', () => {
  for (const page of globSync('docs/operations/**/*.md', { cwd: repository })) {
    const text = readFileSync(join(repository, page), 'utf8');
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect([page, target, existsSync(join(repository, page, '..', target!))]).toEqual([page, target, true]);
    }
  }
});
