import { join } from 'node:path';
import type { Cluster, Person } from '@parley/test-kit';
import pg from 'pg';
import type { Figure } from '../report.ts';
import { median } from '../stats.ts';
import { busyChannel, fullSize, longChannel } from './generate.ts';
import type { Readers } from './readers.ts';
import { firstUnread, pagesOf, type Request, topicsOf, unreadOf } from './requests.ts';
import { resend, statementsBesides, statementsOf } from './statements.ts';

const runs = 60;
/**
 * Maximum number of warm-up requests per kind, and their maximum total duration in milliseconds. They suffice for V8 to compile
 * the code.
 */
const warmUps = 200;
const warmUpMs = 2_000;

/** Measures how long readers wait for pages of messages, and for marking messages as read. */
export async function measureReading(cluster: Cluster, readers: Readers): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    // Uses the settings of messaging's database role.
    await client.query('set search_path to messaging, log');
    await client.query('set plan_cache_mode to force_generic_plan; set jit to off');
    const { everything, little, skipper, newcomers } = readers;
    const figures: Figure[] = [];
    const log = join(cluster.dataDir, 'logs', 'postgresql.log');
    const besides = await statementsBesides(client, log);
    const besideItsSql = async ({ name, send }: Request, aim: number): Promise<Figure> => {
      await warmUp(send);
      const statements = await statementsOf(client, log, send, besides);
      return await compare(name, send, () => resend(client, statements), aim);
    };
    const pages: Request[] = [];
    for (const [who, person] of [
      ['1,000 channels', everything],
      ['quiet channels', little],
    ] as const) {
      pages.push(...pagesOf(person, who));
    }
    for (const request of [...pages, topicsOf(everything)]) {
      figures.push(await besideItsSql(request, 25));
    }
    // This request makes three queries: one for the anchor, and one for the messages on each side.
    figures.push(await besideItsSql(firstUnread(everything, '1,000 channels'), 50));
    figures.push(await besideItsSql(unreadOf(everything), 100));
    figures.push(await markOneByOne('one of 50,000 unread', everything, []));
    figures.push(
      await markOneByOne('where 70 % of 5,000 topics were skipped', skipper, [
        { operator: 'channel', operand: busyChannel },
      ]),
    );
    figures.push(...(await markAtOnce(cluster, client, newcomers)));
    const all = await once(() => everything.api.post('/mark_all_as_read'));
    figures.push(figure('mark all as read, 1,000 channels', all, 100));
    return figures;
  } finally {
    await client.end();
  }
}

async function warmUp(send: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  for (let sent = 0; sent < warmUps && performance.now() - started < warmUpMs; sent++) await send();
}

/** Measures a request alternately with its bare SQL statements, because the speed of the machine changes over time. */
async function compare(
  name: string,
  send: () => Promise<unknown>,
  sendBare: () => Promise<unknown>,
  aim: number,
): Promise<Figure> {
  const samples: number[] = [];
  const bareSamples: number[] = [];
  for (let run = -8; run < runs; run++) {
    const [sample, bareSample] = [await once(send), await once(sendBare)];
    if (run < 0) continue;
    samples.push(sample);
    bareSamples.push(bareSample);
  }
  const [value, bare] = [median(samples), median(bareSamples)];
  return {
    ...figure(`${name}, p50`, value, aim),
    limit: bare,
    aim: `≤ ${aim} ms and 2 × its SQL`,
    met: value <= aim && value <= 2 * bare,
  };
}

/** Measures marking messages as read one by one, the newest first. */
async function markOneByOne(name: string, person: Person, narrow: object[]): Promise<Figure> {
  const unread = await person.messages([...narrow, { operator: 'is', operand: 'unread' }]);
  const ids = unread.map(({ id }) => id as number);
  const mark = () => person.api.post('/messages/flags', { messages: [ids.pop()], op: 'add', flag: 'read' });
  const samples: number[] = [];
  for (let run = -30; run < runs; run++) {
    const sample = await once(mark);
    if (run >= 0) samples.push(sample);
  }
  return figure(`mark one read, ${name}, p50`, median(samples), 5);
}

/**
 * Measures marking all messages of the long topic as read in a single call, with each of three operations. Each operation is
 * used by a third of the newcomers.
 */
async function markAtOnce(
  cluster: Cluster,
  client: pg.Client,
  newcomers: readonly Person[],
): Promise<Figure[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from messages where channel_id = ${longChannel} order by id desc limit 50000`,
  );
  const messages = rows.map(({ id }) => Number(id));
  const ways: [string, (person: Person) => Promise<unknown>][] = [
    [
      'by topic',
      ({ api }) => api.post('/mark_topic_as_read', { stream_id: longChannel, topic_name: 'topic 1' }),
    ],
    ['by channel', ({ api }) => api.post('/mark_stream_as_read', { stream_id: longChannel })],
    ['by their IDs', ({ api }) => api.post('/messages/flags', { messages, op: 'add', flag: 'read' })],
  ];
  const figures: Figure[] = [];
  for (const [at, [name, mark]] of ways.entries()) {
    const samples: number[] = [];
    for (const person of newcomers.filter((_, index) => index % ways.length === at)) {
      await cluster.caughtUp(); // Waits until the events of the previous call are processed.
      samples.push(await once(() => mark(person)));
      await checkMarks(client, person);
    }
    const measured = samples.slice(2); // The first two samples are warm-up.
    figures.push(
      figure(`mark ${messages.length} read ${name}, p50 of ${measured.length}`, median(measured), 100),
    );
  }
  return figures;
}

/** Verifies that the read topic is stored compactly: as at most one range, or as a watermark. */
async function checkMarks(client: pg.Client, { userId }: Person): Promise<void> {
  const { rows } = await client.query<{ ranges: number; floors: number }>(
    `select (select count(*)::int from read_ranges r, unnest(r.ranges) where r.user_id = $1) as ranges,
            (select count(*)::int from read_floors where user_id = $1) as floors`,
    [userId],
  );
  const { ranges, floors } = rows[0]!;
  if (ranges + floors === 0 || ranges > 1)
    throw new Error(`Marked read in ${ranges} ranges, ${floors} floors`);
}

async function once(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const figure = (name: string, value: number, aim: number): Figure => ({
  name: `reading: ${name}`,
  value,
  unit: 'ms',
  aim: `≤ ${aim} ms`,
  met: value <= aim,
  method: `over HTTP, one request at a time; ${fullSize.messages} messages, ${fullSize.people} people, ${fullSize.channels} channels`,
});
