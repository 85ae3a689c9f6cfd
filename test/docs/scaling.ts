// Computes the table of docs/operations/scaling.md from the guide's assumptions and the figures of docs/performance.md and of
// the page of unit costs to which it links. `node test/docs/scaling.ts` updates the table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@parley/core';

const root = join(import.meta.dirname, '..', '..');
const guideFile = join(root, 'docs/operations/scaling.md');
const figureFiles = ['docs/performance.md', 'docs/performance/2026-11-27-unit-costs.md'];

/** Returns the table rows of a Markdown text, each as a list of cells. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Parses the number at the start of a text, with thousands separators: `1,167 bytes` is 1167. */
function numberIn(text: string): number {
  const number = Number(/^[\d,.]+/.exec(text)?.[0].replaceAll(',', ''));
  if (Number.isNaN(number)) throw new Error(`No number: ${text}`);
  return number;
}

/** Returns a function that looks up an assumption by its symbol, in the guide's first table. */
export function assumptionsIn(guide: string): (symbol: string) => number {
  const values = new Map(
    rowsOf(guide).flatMap(([symbol, value]) => {
      const name = /^`(\w+)`$/.exec(symbol!)?.[1];
      return name !== undefined && value ? [[name, numberIn(value)] as const] : [];
    }),
  );
  return (symbol) => {
    const value = values.get(symbol);
    if (value === undefined) throw new Error(`The guide assumes no ${symbol}.`);
    return value;
  };
}

/**
 * Returns a function that looks up a published figure by its name. A table whose head begins with `CPU of` has a row for each
 * process and a column for each operation: the figure `CPU of relay per send` is in the row `relay`, column `per send`.
 */
export function figuresIn(performance: string): (name: string) => number {
  const values = new Map<string, string>();
  for (const [head, ...rows] of performance.split('\n\n').map(rowsOf))
    for (const [name, ...cells] of rows)
      if (head![0] !== 'CPU of') values.set(name!, cells[0]!);
      else
        for (const [at, cell] of cells.entries())
          if (cell) values.set(`CPU of ${name} ${head![at + 1]}`, cell);
  return (name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`There is no figure “${name}”.`);
    return numberIn(value);
  };
}

type Process = ServiceName | 'postgresql' | 'nats';

/** Processes that contribute to each cost. The page of unit costs leaves out small contributions. */
const payers = {
  // `integrations` skips most messages without decoding them, and `importing` gets none.
  send: [
    ...serviceNames.filter((name) => name !== 'integrations' && name !== 'importing'),
    'postgresql',
    'nats',
  ],
  'read of 100 messages': ['gateway', 'messaging', 'postgresql'],
  'ping of presence': ['gateway', 'user-admin'],
  'copy and poll': ['gateway', 'event-queue', 'messaging', 'postgresql'],
} satisfies Record<string, readonly Process[]> as Record<string, readonly Process[]>;

const MiB = 2 ** 20;
const GB = 1e9;

/** Computes the resources for a number of people. Times are in seconds, sizes in bytes, and CPU in cores. */
export function demandOf(
  people: number,
  assumed: (symbol: string) => number,
  figure: (name: string) => number,
) {
  const a = assumed;
  const cost = (process: Process, of: string): number =>
    payers[of]!.includes(process) ? figure(`CPU of ${process} per ${of}`) / 1e6 : 0;
  // A ping among 50,000 people returns more data than one among a few people. The figures for few people determine how the cost
  // is distributed over processes.
  const fewPings = cost('gateway', 'ping of presence') + cost('user-admin', 'ping of presence');
  const manyPings = (figure('cores for presence of 50,000 people, all processes') * 60) / 50_000;
  const perDay = people * a('m');
  const polls = people * a('o') * a('c');
  const sends = (perDay * a('k') * a('b')) / 3_600;
  const copies = sends * Math.min(a('a'), people) * a('o') * a('c');
  const reads = polls / a('h');
  const pings = polls / 60;
  const registers = (polls * a('e')) / 3_600;
  const pushes = sends * a('p');
  // Outside of PostgreSQL, a registration mostly spends its time on the list of people, so the cost grows with its length. The
  // measurement had 10,000 people.
  const list = people / 10_000;
  const registering: Partial<Record<Process, number>> = {
    gateway: a('r_g') * list,
    'user-admin': a('r_u') * list,
    postgresql: a('r_p'),
  };
  // The cost of notifying that does not arise in `notify` mostly arises in PostgreSQL, so all of it is attributed to PostgreSQL.
  const costOfNotifying = (process: Process): number => {
    const ofNotify = figure('CPU of notify per push') / 1e6;
    if (process === 'notify') return ofNotify;
    return process === 'postgresql' ? figure('CPU of all processes per person') / 1e6 - ofNotify : 0;
  };
  const cores = (process: Process): number =>
    sends * cost(process, 'send') +
    copies * cost(process, 'copy and poll') +
    reads * cost(process, 'read of 100 messages') +
    (pings * manyPings * cost(process, 'ping of presence')) / fewPings +
    (registers * (registering[process] ?? 0)) / 1_000 +
    pushes * costOfNotifying(process);
  const u = a('u');
  const least = (count: number) => Math.max(2, Math.ceil(count));
  // Each replica of `event-queue` reads the whole log. The rest of its CPU serves polls.
  const following = sends * cost('event-queue', 'send');
  const replicas = Object.fromEntries(
    serviceNames.map((process) => [process, least(cores(process) / u)]),
  ) as Record<ServiceName, number>;
  replicas.gateway = Math.max(replicas.gateway, Math.ceil(polls / (a('q') * u)));
  replicas['event-queue'] = least((cores('event-queue') - following) / (u - following));
  replicas.relay = 2;
  const log = perDay * figure('log of events per message');
  const stored = figure('PostgreSQL per message, table and indexes');
  // Worst case: all clients register again, as they do after a new epoch (a new event log). The slower of the two services
  // determines the duration.
  const reregistering = Math.max(
    ...(['gateway', 'user-admin'] as const).map(
      (process) => (polls * registering[process]!) / 1_000 / replicas[process],
    ),
    (polls * registering.postgresql!) / 1_000 / Math.max(2, Math.ceil(cores('postgresql') / u)),
  );
  return {
    polls,
    sends,
    copies,
    reads,
    pushes,
    toldOfMessageToAll: (people * (1 - a('o'))) / a('t'),
    replicas,
    relayShare: cores('relay'),
    gatewayMemory: 120 * MiB + (figure('memory per waiting poll in the gateways') * polls) / replicas.gateway,
    eventQueueMemory: 300 * MiB + figure('memory per idle queue in event-queue') * polls,
    postgresqlCores: Math.max(2, Math.ceil(cores('postgresql') / u)),
    postgresqlMemory: Math.max(GB, 30 * perDay * stored),
    postgresqlPerYear: 250 * perDay * stored,
    natsCores: Math.max(1, Math.ceil(cores('nats') / u)),
    logPerDay: log,
    reregistering,
    toEverybody: Math.max(
      ...(['gateway', 'event-queue'] as const).map(
        (process) => (polls * cost(process, 'copy and poll')) / replicas[process],
      ),
    ),
  };
}

const rounded = (value: number): string =>
  (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en');
const size = (bytes: number): string =>
  bytes >= GB ? `${rounded(bytes / GB)} GB` : `${rounded(bytes / 1e6)} MB`;
const duration = (seconds: number): string =>
  seconds >= 120 ? `${rounded(seconds / 60)} min` : `${rounded(seconds)} s`;

export const sizes: readonly number[] = [1_000, 10_000, 100_000];

/** Returns the guide's table, with a row per quantity and a column per size of organization. */
export function table(guide: string, performance: string): string {
  const [assumed, figure] = [assumptionsIn(guide), figuresIn(performance)];
  const demands = sizes.map((people) => demandOf(people, assumed, figure));
  type Demand = (typeof demands)[number];
  const replicas = (process: keyof Demand['replicas'], memory?: (demand: Demand) => number) => (d: Demand) =>
    memory ? `${d.replicas[process]} of ${size(memory(d))}` : String(d.replicas[process]);
  const rows: [string, (demand: Demand) => string][] = [
    ['open clients, each a waiting poll', (d) => rounded(d.polls)],
    ['sends per second', (d) => rounded(d.sends)],
    ['copies delivered per second', (d) => rounded(d.copies)],
    ['reads per second', (d) => rounded(d.reads)],
    ['pushes per second', (d) => rounded(d.pushes)],
    ['gateway', replicas('gateway', (d) => d.gatewayMemory)],
    ['event-queue', replicas('event-queue', (d) => d.eventQueueMemory)],
    ['messaging', replicas('messaging')],
    ['user-admin', replicas('user-admin')],
    ['channel', replicas('channel')],
    ['upload', replicas('upload')],
    ['notify', replicas('notify')],
    ['integrations', replicas('integrations')],
    ['relay, one of them active', replicas('relay')],
    ['of the active relay’s core', (d) => `${rounded(d.relayShare * 100)} %`],
    ['PostgreSQL, cores', (d) => String(d.postgresqlCores)],
    ['PostgreSQL, memory for a month’s messages', (d) => size(d.postgresqlMemory)],
    ['PostgreSQL, disk per year', (d) => size(d.postgresqlPerYear)],
    ['NATS, cores of each server', (d) => String(d.natsCores)],
    ['NATS, log per working day', (d) => size(d.logPerDay)],
    ['until all users have a message to all', (d) => duration(d.toEverybody)],
    ['until all who are away are told of it', (d) => duration(d.toldOfMessageToAll)],
    ['until all clients have re-registered', (d) => duration(d.reregistering)],
  ];
  const cells = [
    ['people', ...sizes.map((people) => people.toLocaleString('en'))],
    ...rows.map(([name, of]) => [name, ...demands.map(of)]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

const between = /(<!-- computed -->\n\n)[\s\S]*?(\n\n<!-- \/computed -->)/;

/**
 * Returns the guide with an updated table.
 * @throws Error when the guide has no markers for the table
 */
export function withTable(guide: string, performance: string): string {
  if (!between.test(guide)) throw new Error('The guide has no place for its table.');
  return guide.replace(between, (_, head: string, tail: string) => head + table(guide, performance) + tail);
}

export const readGuide = (): string => readFileSync(guideFile, 'utf8');
/** Returns the pages with the published figures. */
export const readPerformance = (): string =>
  figureFiles.map((file) => readFileSync(join(root, file), 'utf8')).join('\n\n');

if (process.argv[1] === import.meta.filename)
  writeFileSync(guideFile, withTable(readGuide(), readPerformance()));
