import { join } from 'node:path';
import type { Cluster, Person } from '@parley/test-kit';
import pg from 'pg';
import type { Figure } from '../report.ts';
import { median } from '../stats.ts';
import { busyChannel, fullSize, longChannel } from './generate.ts';
import type { Readers } from './readers.ts';
import { firstUnread, pagesOf, type Request, topicsOf, unreadOf } from './requests.ts';
import { resend, statementsOf } from './statements.ts';

const runs = 30;

/** What reading and marking cost readers of generated messages. */
export async function measureReading(cluster: Cluster, readers: Readers): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    await client.query('set search_path to messaging');
    const { everything, little, skipper, newcomers } = readers;
    const figures: Figure[] = [];
    const pages: Request[] = [];
    for (const [who, person] of [
      ['1,000 channels', everything],
      ['quiet channels', little],
    ] as const) {
      pages.push(...pagesOf(person, who));
    }
    for (const request of [...pages, topicsOf(everything)]) {
      figures.push(await besideItsSql(client, cluster, request, 25));
    }
    // Three questions in one: where, and a page on either side of it.
    figures.push(await besideItsSql(client, cluster, firstUnread(everything, '1,000 channels'), 50));
    figures.push(await besideItsSql(client, cluster, unreadOf(everything), 100));
    figures.push(await markOneByOne('one of 50,000 unread', everything, []));
    figures.push(
      await markOneByOne('where 70 % of 5,000 topics were skipped', skipper, [
        { operator: 'channel', operand: busyChannel },
      ]),
    );
    figures.push(...(await markAtOnce(client, newcomers)));
    const all = await once(() => everything.api.post('/mark_all_as_read'));
    figures.push(figure('mark all as read, 1,000 channels', all, 100));
    return figures;
  } finally {
    await client.end();
  }
}

async function besideItsSql(
  client: pg.Client,
  cluster: Cluster,
  { name, send }: Request,
  aim: number,
): Promise<Figure> {
  const value = await timed(runs, send);
  const statements = await statementsOf(client, join(cluster.dataDir, 'logs', 'postgresql.log'), send);
  const bare = await timed(runs, () => resend(client, statements));
  return {
    ...figure(`${name}, p50`, value, aim),
    limit: bare,
    aim: `≤ ${aim} ms and 2 × its SQL`,
    met: value <= aim && value <= 2 * bare,
  };
}

/** One message after the other, the newest first. */
async function markOneByOne(name: string, person: Person, narrow: object[]): Promise<Figure> {
  const unread = await person.messages([...narrow, { operator: 'is', operand: 'unread' }]);
  const ids = unread.map(({ id }) => id as number);
  const value = await timed(runs, () =>
    person.api.post('/messages/flags', { messages: [ids.pop()], op: 'add', flag: 'read' }),
  );
  return figure(`mark one read, ${name}, p50`, value, 5);
}

/** The long topic in one call, in every way there is; a third of the newcomers each. */
async function markAtOnce(client: pg.Client, newcomers: readonly Person[]): Promise<Figure[]> {
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
      samples.push(await once(() => mark(person)));
      await checkMarks(client, person);
    }
    figures.push(figure(`mark ${messages.length} read ${name}, p50 of 3`, median(samples), 100));
  }
  return figures;
}

/** At most one range, or a floor, says that it was read. */
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

/** Median of several runs after a warm-up, milliseconds. */
async function timed(count: number, run: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let index = -8; index < count; index++) {
    const value = await once(run);
    if (index >= 0) samples.push(value);
  }
  return median(samples);
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
