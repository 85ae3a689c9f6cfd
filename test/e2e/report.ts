import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@parley/core';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './compose.ts';
import { serverNames } from './containers.ts';
import type { Seen } from './crowd.ts';
import type { Server } from './images.ts';
import type { ObservedMails } from './mailing.ts';
import { harmOf, mergeRows, publishedRows, type Row } from './published.ts';
import { table } from './table.ts';
import type { Observed } from './traffic.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Results that a test passes to the report. */
    observed?: Observed[];
    seen?: CrowdRow[];
    mailed?: ObservedMails[];
  }
}

type CrowdRow = { what: string; seconds: number } & Seen;

const folder = join(import.meta.dirname, 'results');
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const milliseconds = (ms: number): string => `${Math.round(ms)}`;
/** Returns the name of a fault without what the text says of all faults of its kind. */
const nameOf = ({ fault }: { fault: string }): string =>
  fault.replace(/(?: for 5 s)?(?:, started 1 s later|, back at another address)?$/, '');

/** The order of containers in tables; other faults follow. */
const order = ['parley', ...serviceNames, ...serverNames, 'edge'];

/**
 * Writes the measurements into results/, and with PARLEY_WRITE_REPORT=1 the tables of docs/reliability.md. A run of some
 * tests replaces only their rows.
 */
export default class Report implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules
      .toSorted((a, b) => a.moduleId.localeCompare(b.moduleId))
      .flatMap((module) => [...module.children.allTests()]);
    const metas = tests.map((test) => test.meta());
    const faults = metas.flatMap(({ observed }) => observed ?? []);
    const crowds = metas.flatMap(({ seen }) => seen ?? []);
    const mails = metas.flatMap(({ mailed }) => mailed ?? []);
    if (faults.length + crowds.length + mails.length === 0) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'latest.json'), `${JSON.stringify({ faults, crowds, mails }, null, 2)}\n`);
    const published = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
    const isWhole =
      reported.every((name) => modules.some(({ moduleId }) => moduleId.endsWith(`/${name}.e2e.ts`))) &&
      tests.every((test) => test.result().state !== 'skipped');
    const rowsOf = (header: Row, measured: readonly Row[]) =>
      isWhole ? measured : mergeRows(publishedRows(published, header), measured, order);
    const measured = page(modules[0]!.project.getProvidedContext().servers, {
      crowds: rowsOf(crowdHeader, crowds.map(crowdRow)),
      faults: rowsOf(faultHeader, faults.map(faultRow)),
      mails: rowsOf(mailHeader, mails.map(mailRow)),
      laterRun: isWhole ? '' : laterRun([...faults, ...mails]),
      measured: (isWhole ? undefined : dayOf(published)) ?? new Date().toISOString().slice(0, 10),
    });
    const text = `${measured}\n${otherSections(published)}`;
    writeFileSync(join(folder, 'reliability.md'), text);
    if (process.env.PARLEY_WRITE_REPORT) writeFileSync(join(root, 'docs/reliability.md'), text);
  }
}

/** The files whose tests report rows. */
const reported = ['upgrade', 'faults', 'services', 'promotion', 'mails'];

/** Returns the day on which the published tables were measured. */
const dayOf = (published: string): string | undefined =>
  /\bmeasured on (\d{4}-\d{2}-\d{2})/i.exec(published.replaceAll(/\s+/g, ' '))?.[1];

/** Returns the last sections of the published page. Other tests measure them. */
const otherSections = (published: string): string =>
  published.slice(published.indexOf('## Read your writes'));

type Tables = Readonly<Record<'crowds' | 'faults' | 'mails', readonly Row[]>> & {
  /** A sentence about rows that were measured without the others; empty when there are none. */
  laterRun: string;
  /** The day of the run that measured all other rows. */
  measured: string;
};

const page = (servers: readonly Server[], { crowds, faults, mails, laterRun, measured }: Tables): string =>
  `${[
    head(servers, measured),
    table(crowdHeader, crowds),
    faultText,
    ...(laterRun === '' ? [] : [laterRun]),
    table(faultHeader, faults),
    ...(mails.length === 0 ? [] : [mailText, table(mailHeader, mails)]),
  ].join('\n\n')}\n`;

/** Returns a sentence that names the containers whose rows a run of some tests has measured. */
function laterRun(rows: readonly { fault: string }[]): string {
  const names = [...new Set(rows.map(({ fault }) => `\`${fault.split(' ')[0]}\``))];
  const load = loadavg()[2]!.toFixed(0);
  return names.length === 0
    ? ''
    : `The rows of ${names.join(' and ')} are from a later run than the others, at a load average of ${load}.`;
}

const faultRow = (row: Observed): Row =>
  [
    nameOf(row),
    row.failed,
    seconds(row.slowestMs),
    seconds(row.recoveredMs),
    harmOf(row),
    row.registeredAgain,
  ].map(String);

const crowdRow = (row: CrowdRow): Row =>
  [
    row.what,
    row.sendsPerSecond,
    row.waitingPolls,
    Math.round(row.seconds),
    row.failedSends + row.failedPolls,
    milliseconds(row.p50Ms),
    milliseconds(row.p99Ms),
    row.lost,
    row.missed,
    row.repeated,
  ].map(String);

const mailRow = (row: ObservedMails): Row =>
  [
    nameOf(row),
    row.messages,
    row.mailsLost,
    row.mailsTwice,
    row.mailsRepeated,
    seconds(row.mailedMs),
    row.replies,
    row.repliesLost,
    row.repliesTwice,
    seconds(row.repliedMs),
  ].map(String);

const crowdHeader = [
  'what happened',
  'sends/s',
  'waiting polls',
  'took (s)',
  'failed requests',
  'send p50 (ms)',
  'send p99 (ms)',
  'messages lost',
  'events missed',
  'events repeated',
];

const faultHeader = [
  'fault',
  'failed requests',
  'slowest request (s)',
  'recovered after (s)',
  'harm',
  'queues registered again',
];

const mailHeader = [
  'fault',
  'messages',
  'not mailed',
  'mailed twice',
  'mails repeated',
  'mailed after (s)',
  'replies',
  'replies lost',
  'replies twice',
  'replied after (s)',
];

const head = (
  servers: readonly Server[],
  measured: string,
) => `<!-- Generated: PARLEY_WRITE_REPORT=1 npm run test:e2e -->

# Reliability

This page shows what users notice when containers are replaced, killed, frozen or disconnected. A dash in a table means none.

\`npm run test:e2e\` builds the image and runs what the compose file describes: two replicas of the process with all services, one
PostgreSQL, one NATS, one file store and the load balancer. It adds a mail server. They are containers on separate networks, on one machine of
${cpus().length} cores. For faults of single services, each service has two containers of its own, as with the chart. Measured on ${measured}.

${serversTable(servers)}

## Replacing everything under load

First this version migrates the database. Then its containers replace those of the last release, and after that the other way round. For each
replica a new container starts first. Where the last release has containers for single services, all new ones start before an old one ends. When
a new container has been ready for 5 s, the old one drains and is removed, as \`upgrade.sh\` does it.

Meanwhile users send to 100 channels at a constant rate: the highest of 200, 100, 50 and 25 per second that the machine sustained before the
upgrade. Each channel has twenty event queues of subscribers. The test permits no failed request and a p99 of at most 500 ms. On fewer than eight
cores it permits one failed request in a hundred and a p99 of 2.5 s. It never permits lost, missed or repeated messages and events.`;

/** Formats the table of servers: images of the compose file, or their stand-ins. */
function serversTable(servers: readonly Server[]): string {
  const rows = servers.map(({ name, version, standsIn }) => [
    name,
    version,
    standsIn || 'of the compose file',
  ]);
  const text =
    'Parley uses these servers. Without an image registry, stand-ins replace the published images:';
  return `${text}\n\n${table(['server', 'version', 'image'], rows)}`;
}

const faultText = `## Faults

Two users send continuously. One of them shares files in messages and changes their status, and one creates channels. Four queues receive
events, two by long-polls and two by streams. Each fault affects the first replica, or the active relay. A killed container starts again after
1 s. A frozen or disconnected container continues after 5 s, the disconnected one at another address.

- _Failed requests_ are answers other than success, and broken connections. A client retries them.
- _Recovered_ is the time from the end of the fault until the container is ready, every operation works again, and every queue has received a
  later message.
- _Harm_ counts acknowledged messages, files, statuses and channels that are missing afterwards (lost), everything that exists twice, and
  missed or repeated events. Unacknowledged changes may exist or not.

PostgreSQL has a primary and a synchronous standby. A killed primary is not started again, and Patroni promotes the standby when the
primary's lease of 20 s has ended. NATS's disk has only the log of events. When it is wiped, clients that have event queues get
\`BAD_EVENT_QUEUE_ID\` and register again.`;

const mailText = `## Mails

A user writes to four people who are [away](glossary.md#people), and each of them answers every mail once by mail. Meanwhile a replica of
\`notify\` or the mail server fails.

- _Not mailed_ are acknowledged messages that no mail contains. _Mailed twice_ are messages in several mails.
- _Repeated_ mails arrived again with the same Message-ID, which mail programs recognize.
- _Replies_ are those that Postfix accepted.
- _After_ is the time from the end of the fault until everything had arrived. A mail that the mail server does not accept waits for two minutes.`;
