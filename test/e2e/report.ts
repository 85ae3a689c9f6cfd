import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './compose.ts';
import type { Seen } from './crowd.ts';
import type { Server } from './images.ts';
import type { Observed } from './traffic.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Results that a test passes to the report. */
    observed?: Observed[];
    seen?: CrowdRow[];
  }
}

type CrowdRow = { what: string; seconds: number } & Seen;

const folder = join(import.meta.dirname, 'results');
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const milliseconds = (ms: number): string => `${Math.round(ms)} ms`;

/** Writes the measurements into results/, and with PARLEY_WRITE_REPORT=1 the tables of docs/reliability.md. */
export default class Report implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const metas = modules
      .toSorted((a, b) => a.moduleId.localeCompare(b.moduleId))
      .flatMap((module) => [...module.children.allTests()].map((test) => test.meta()));
    const faults = metas.flatMap(({ observed }) => observed ?? []);
    const crowds = metas.flatMap(({ seen }) => seen ?? []);
    if (faults.length === 0 && crowds.length === 0) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'latest.json'), `${JSON.stringify({ faults, crowds }, null, 2)}\n`);
    const measured = page(modules[0]!.project.getProvidedContext().servers, faults, crowds);
    const text = `${measured}\n${ownWritesSection()}`;
    writeFileSync(join(folder, 'reliability.md'), text);
    if (process.env.PARLEY_WRITE_REPORT) writeFileSync(join(root, 'docs/reliability.md'), text);
  }
}

/** Returns the last section of the published page, which other tests measure. */
function ownWritesSection(): string {
  const published = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
  return published.slice(published.indexOf('## Read your writes'));
}

/** Formats an aligned table, as the repository's formatter does. */
function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)));
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function page(servers: readonly Server[], faults: readonly Observed[], crowds: readonly CrowdRow[]): string {
  const faultRows = faults.map((row) => [
    row.fault,
    row.failed,
    seconds(row.slowestMs),
    seconds(row.recoveredMs),
    row.lost,
    row.twice,
    row.missed,
    row.repeated,
    row.registeredAgain,
  ]);
  const crowdRows = crowds.map((row) => [
    row.what,
    row.sendsPerSecond,
    row.waitingPolls,
    `${Math.round(row.seconds)} s`,
    row.failedSends + row.failedPolls,
    milliseconds(row.p50Ms),
    milliseconds(row.p99Ms),
    row.lost,
    row.missed,
    row.repeated,
  ]);
  return `${[head(servers), table(crowdHeader, crowdRows), faultText, table(faultHeader, faultRows)].join('\n\n')}\n`;
}

const crowdHeader = [
  'what happened',
  'sends/s',
  'waiting polls',
  'took',
  'failed requests',
  'send p50',
  'send p99',
  'messages lost',
  'events missed',
  'events repeated',
];

const faultHeader = [
  'fault',
  'failed requests',
  'slowest request',
  'recovered after',
  'lost',
  'twice',
  'events missed',
  'events repeated',
  'queues registered again',
];

const head = (servers: readonly Server[]) => `<!-- Generated: PARLEY_WRITE_REPORT=1 npm run test:e2e -->

# Reliability

What people see when containers are replaced, killed, frozen or cut off. \`npm run test:e2e\` builds the images and runs
two replicas of each service, one PostgreSQL, one NATS, one store of files and the balancer of the compose file in
containers on a network of their own, on one machine of ${cpus().length} cores that also runs the tests and may do other
work meanwhile.

${whence(servers)}

## Replacing everything under load

For each replica of each service a new container comes first. When that has been ready for 5 s, the old one is told to
stop, drains and is removed, as in a rolling upgrade of the chart. Before, all processes have served for half a minute.
Meanwhile people send to 100 channels, evenly and by the clock, to one of ten topics, and twenty queues listen to each
channel, two to a topic. The rate is the highest of 200, 100, 50 and 25 a second that the machine carries
while nothing else happens. A failed request is any answer but success, and any connection that breaks. The test refuses
any, and a p99 of 500 ms; on fewer than eight cores, where a process that starts takes the time of those that serve, more
than one request in a hundred, and 2.5 s. That nothing is lost, missed or repeated is judged everywhere.`;

/** Formats the table of servers: images of the compose file, or their stand-ins. */
function whence(servers: readonly Server[]): string {
  const rows = servers.map(({ name, version, standsIn }) => [
    name,
    version,
    standsIn || 'of the compose file',
  ]);
  const text =
    'What runs beside the services, as its images say; where no image registry could be reached, others stand in:';
  return `${text}\n\n${table(['server', 'version', 'image'], rows)}`;
}

const faultText = `## Faults

Meanwhile two people send without pause, one shares files in messages and changes their status, one opens channels, and
four queues listen. A fault is done to the first replica, and to the relay that is active. _Failed requests_ are answers
of any kind that were no success, and connections that broke; a client repeats them. _Recovered_ is the time from the
fault's end until the container is ready, everything works again, and every queue has received a message sent after the
end. _Lost_ are messages, files, statuses and channels that were acknowledged and are not there; what was not acknowledged
may be there or not, but never _twice_. The disk of NATS has only the log: after its loss clients with queues receive
\`BAD_EVENT_QUEUE_ID\` and re-register; PostgreSQL has all data.`;
