import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from '../e2e/compose.ts';
import { table } from '../e2e/table.ts';
import type { Observed } from '../e2e/traffic.ts';
import { versions } from './versions.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Results that a test passes to the report. */
    observed?: Observed[];
  }
}

const folder = join(import.meta.dirname, 'results');
const heading = '## On a cluster';
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Writes the measurements into results/, and with PARLEY_WRITE_REPORT=1 the last section of docs/reliability.md. */
export default class Report implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const rows = tests.flatMap((test) => test.meta().observed ?? []);
    if (rows.length === 0) return;
    const section = format(rows);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(rows, null, 2)}\n`);
    writeFileSync(join(folder, 'reliability.md'), section);
    if (!process.env.PARLEY_WRITE_REPORT) return;
    const page = join(root, 'docs/reliability.md');
    const published = readFileSync(page, 'utf8');
    const start = published.indexOf(heading);
    const before = start === -1 ? `${published.trimEnd()}\n\n` : published.slice(0, start);
    writeFileSync(page, before + section);
  }
}

const header = [
  'what happened',
  'operations',
  'failed requests',
  'slowest request',
  'recovered after',
  'lost',
  'twice',
  'events missed',
  'events repeated',
  'queues registered again',
];

const format = (rows: readonly Observed[]): string => `${heading}

<!-- Generated: PARLEY_WRITE_REPORT=1 npm run test:k8s -->

\`npm run test:k8s\` makes a cluster of Kubernetes ${versions.kubernetes} with three nodes on one machine of ${cpus().length} cores, and
installs the chart with its production values scaled down, under the Pod Security Standard \`restricted\`: two replicas of
each service on two nodes, TLS between services, three NATS servers, PostgreSQL with a synchronous standby. The machine also
runs the tests, and possibly other work: its load average was ${loadavg()[2]!.toFixed(0)} at the end, which makes times
longer. Users and columns are those of [Faults](#faults); _operations_ counts what users
did from the beginning until everything worked again. The cluster's network does not enforce network policies. Only
what has run is in the table: \`npm run test:k8s -- stores\` runs one of \`installed\`, \`changes\`, \`pods\` and \`stores\`.

${table(
  header,
  rows.map((row) => [
    row.fault,
    row.operations,
    row.failed,
    seconds(row.slowestMs),
    seconds(row.recoveredMs),
    row.lost,
    row.twice,
    row.missed,
    row.repeated,
    row.registeredAgain,
  ]),
)}
`;
