import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { definedMetrics, repository } from './known-env.ts';

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

/** Metrics of ours in an expression, or anywhere in a text. */
const metricsIn = (text: string): string[] => text.match(/\bparley_[a-z0-9_]+/g) ?? [];

const defined = await definedMetrics();
/** A histogram's parts count as its own. */
const isDefined = (name: string) =>
  defined.has(name) || defined.has(name.replace(/_(bucket|sum|count)$/, ''));
const unknown = (texts: readonly string[]) =>
  [...new Set(texts.flatMap(metricsIn))].filter((name) => !isDefined(name));

it('knows the metrics of the code', () => {
  expect(defined.size).toBeGreaterThan(60);
  expect(isDefined('parley_channel_channels_created_total')).toBe(true);
  expect(isDefined('parley_db_seconds_bucket')).toBe(true);
  expect(isDefined('parley_relay_lag_megabytes')).toBe(false);
});

it('alerts on metrics that code defines', () => {
  expect(rules.length).toBeGreaterThan(15);
  expect(unknown(rules.map(({ expr }) => expr))).toEqual([]);
});

it('draws metrics that code defines, each panel something', () => {
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

it('gives every alert a severity and a page, and every page an alert', () => {
  const pages = 'docs/operations/runbooks';
  for (const { alert, labels, annotations } of rules) {
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary).toBeTruthy();
    const page = `${pages}/${alert.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase()}.md`;
    expect([alert, annotations.runbook]).toEqual([alert, page]);
    expect([alert, existsSync(join(repository, page))]).toEqual([alert, true]);
    const text = readFileSync(join(repository, page), 'utf8');
    expect(text).toContain(rules.find((rule) => rule.alert === alert)!.expr);
    for (const heading of ['## What it means', '## Where to look', '## What to do'])
      expect(text).toContain(heading);
  }
  const known = new Set(rules.map(({ annotations }) => annotations.runbook));
  const orphans = globSync(`${pages}/*.md`, { cwd: repository }).filter(
    (page) => !known.has(page) && !page.endsWith('/README.md'),
  );
  expect(orphans).toEqual([]);
});

it('names in the pages only metrics that code defines and variables that code reads', () => {
  const texts = globSync('docs/operations/**/*.md', { cwd: repository }).map((page) =>
    readFileSync(join(repository, page), 'utf8'),
  );
  const rolesAndBuckets =
    /^parley_(admin|owner|relay|messaging|channel|user_admin|upload|parked|meta|queues|workers)$/;
  expect(unknown(texts).filter((name) => !rolesAndBuckets.test(name))).toEqual([]);
});

it('has links in the pages that lead somewhere', () => {
  for (const page of globSync('docs/operations/**/*.md', { cwd: repository })) {
    const text = readFileSync(join(repository, page), 'utf8');
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect([page, target, existsSync(join(repository, page, '..', target!))]).toEqual([page, target, true]);
    }
  }
});
