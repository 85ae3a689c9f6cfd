import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '@parley/core';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from '../e2e/compose.ts';
import { harmOf, mergeRows, publishedRows, type Row } from '../e2e/published.ts';
import { table } from '../e2e/table.ts';
import type { Observed as Effect } from '../e2e/traffic.ts';
import { versions } from './versions.ts';

/** The effect of what happened, and the load average of the minute. */
type Observed = Effect & { load: number };

declare module 'vitest' {
  interface TaskMeta {
    /** Results that a test passes to the report. */
    onCluster?: Observed[];
    costs?: Cost[];
  }
}

/** CPU time of a service for copies, in cores: computed with the formula of the scaling guide, and measured. */
type Cost = {
  service: ServiceName;
  sendsPerSecond: number;
  copiesPerSecond: number;
  /** CPU time of a bare request in this test, divided by the one with which the guide's unit costs were measured. */
  slower: number;
  /** CPU time in cores for everything else, with the same sends to channels that nobody reads. */
  others: number;
  computed: number;
  measured: number;
  /** Whether `computed` is large enough to be compared with `measured`. */
  isJudged: boolean;
};

const folder = join(import.meta.dirname, 'results');
/** Tests whose rows are published. A run of some of them keeps the other rows. */
const files = ['installed', 'scaling', 'autoscaler', 'changes', 'pods', 'stores'];
const heading = '## On a cluster';
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Writes the measurements into results/, and with PARLEY_WRITE_REPORT=1 the last section of docs/reliability.md. */
export default class Report implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const rows = tests.flatMap((test) => test.meta().onCluster ?? []);
    if (rows.length === 0) return;
    const costs = tests.flatMap((test) => test.meta().costs ?? []);
    const page = join(root, 'docs/reliability.md');
    const published = readFileSync(page, 'utf8');
    const measured = rows.map(cellsOf);
    const isWhole = files.every((name) =>
      modules.some(({ moduleId }) => moduleId.endsWith(`/${name}.k8s.ts`)),
    );
    const isAll = isWhole && tests.every((test) => test.result().state !== 'skipped');
    const run = `on ${new Date().toISOString().slice(0, 10)}, at load averages of ${loadsOf(rows)}`;
    const before = /\*\*Measured\*\* ([^\n]+)\n/.exec(published)?.[1] ?? '';
    const section =
      (isAll
        ? format(measured, `${run}.`)
        : format(
            mergeRows(publishedRows(published, header), measured, []),
            `${before} ${measured.length} rows again ${run}.`.trim(),
          )) + formatCosts(costs);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'latest.json'), `${JSON.stringify({ rows, costs }, null, 2)}\n`);
    writeFileSync(join(folder, 'reliability.md'), section);
    if (!process.env.PARLEY_WRITE_REPORT) return;
    const start = published.indexOf(heading);
    const others = start === -1 ? `${published.trimEnd()}\n\n` : published.slice(0, start);
    writeFileSync(page, others + section);
  }
}

const header = [
  'what happened',
  'operations',
  'failed requests',
  'slowest request (s)',
  'recovered after (s)',
  'harm',
  'queues registered again',
];

const cellsOf = (row: Observed): Row =>
  [
    row.fault,
    row.operations,
    row.failed,
    seconds(row.slowestMs),
    seconds(row.recoveredMs),
    harmOf(row),
    row.registeredAgain,
  ].map(String);

/** Returns the least and the greatest load average, as text. */
function loadsOf(rows: readonly Observed[]): string {
  const loads = rows.map(({ load }) => load);
  return `${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}`;
}

const format = (rows: readonly Row[], measured: string): string => `${heading}

<!-- Generated: PARLEY_WRITE_REPORT=1 npm run test:k8s -->

\`npm run test:k8s\` makes a cluster of Kubernetes ${versions.kubernetes} with three nodes on one machine of ${cpus().length} cores. It
installs the chart with its production values, scaled down, under the Pod Security Standard \`restricted\`. There are two replicas of each service
on two nodes, TLS between services, three NATS servers, and PostgreSQL with a synchronous standby. The cluster enforces the chart's network
policies (kube-router). Users and columns are those of [Faults](#faults). _Operations_ counts what users did until everything worked again.

**Measured** ${measured}

${table(header, rows)}
`;

const cores = (value: number): string => value.toFixed(3);

/** Formats the comparison with the scaling guide; nothing when it did not run. */
function formatCosts(costs: readonly Cost[]): string {
  const [first] = costs;
  if (!first) return '';
  return `
The same installation was compared with the formula of [the scaling guide](operations/scaling.md#the-formula), at
${first.sendsPerSecond.toFixed(1)} sends and ${first.copiesPerSecond.toFixed(0)} copies per second. The table has the CPU for copies and polls, in cores,
of services for which it is large enough to compare. _Without copies_ is the CPU of a minute before and a minute after, with as many sends to
channels that nobody reads. _Measured_ does not include it. _Computed_ is multiplied by ${first.slower.toFixed(2)}, because a bare request took that many
times the CPU that it took when the unit costs of the guide were measured.

${table(
  ['service', 'without copies', 'computed', 'measured', 'measured / computed'],
  costs
    .filter(({ isJudged }) => isJudged)
    .map(({ service, others, computed, measured }) => [
      service,
      cores(others),
      cores(computed),
      cores(measured),
      (measured / computed).toFixed(1),
    ]),
)}
`;
}
