import { gunzipSync } from 'node:zlib';
import type { Person } from '@parley/test-kit';
import pg from 'pg';
import { Pool } from 'undici';
import { bareRequestCost } from '../bare-request.ts';
import { type Bench, createChannel, type Scenario } from '../bench.ts';
import { fullRegistration } from '../full-registration.ts';
import { clusterCpu, total } from '../processes.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../stats.ts';

/** The environment variable `BENCH_REGISTERING` scales the sizes. `BENCH_REGISTERING=0.1` gives a shorter trial run. */
const scale = Number(process.env.BENCH_REGISTERING ?? 1);
const size = {
  people: Math.round(10_000 * scale),
  channels: Math.round(1_000 * scale),
  subscribed: Math.round(300 * scale),
  unread: Math.round(50_000 * scale),
  /** Number of unread messages of a person who reads daily. */
  fewUnread: 500,
};
const registrations = 30;
const warmUp = 10;
/** First ID of generated rows. IDs of the organization's own rows are lower, and other scenarios use other ranges. */
const firstId = 20_000_000;

/** Measures a registration that requests every field, in a large organization. */
export const registering: Scenario = async (bench) => {
  const { one, two } = (await bench.organization.add('one', 'two')) as Record<string, Person>;
  // Generated channels copy the settings of this channel.
  await createChannel(bench, 'registered like this');
  bench.say(`Filling an organization of ${size.people} people and ${size.channels} channels`);
  await fill(bench, one!.userId, two!.userId);
  const bare = await bareRequestCost();
  const figures: Figure[] = [];
  const full = { p50: 40, cpu: 20 };
  for (const [what, reader, parameters, aims] of [
    ['everything', { person: one!, unread: size.unread }, {}, full],
    [
      'everything, every subscriber too',
      { person: one!, unread: size.unread },
      { include_subscribers: 'true' },
      undefined,
    ],
    ['everything, few unread', { person: two!, unread: size.fewUnread }, {}, full],
    [
      'messages only',
      { person: two!, unread: size.fewUnread },
      { event_types: '["message"]' },
      { p50: undefined, cpu: 2.5 },
    ],
  ] as const) {
    const { took, bytes, firstByte, cpuMs } = await register(bench, reader, parameters);
    const p50 = percentile(took, 0.5);
    const method = `${registrations} registrations one after the other by a client that accepts gzip, ${Math.round(bytes / 1024)} KiB each; ${size.people} people, ${size.channels} channels (${size.subscribed} subscribed), ${reader.unread} unread`;
    figures.push(
      {
        name: `register with ${what}, p50`,
        value: p50,
        unit: 'ms',
        ...(aims?.p50 && { aim: `≤ ${aims.p50} ms`, met: p50 <= aims.p50 }),
        method,
      },
      {
        name: `register with ${what}, CPU`,
        value: cpuMs,
        unit: 'ms',
        ...(aims && { aim: `≤ ${aims.cpu} ms`, met: cpuMs <= aims.cpu }),
        method,
      },
      {
        name: `register with ${what}, CPU in bare requests`,
        value: cpuMs / 1e3 / bare,
        unit: '',
        method: `${method}; a bare request takes ${Math.round(bare * 1e6)} µs`,
      },
      {
        name: `register with ${what}, first byte, p50`,
        value: percentile(firstByte, 0.5),
        unit: 'ms',
        method,
      },
    );
  }
  return figures;
};

type Reader = { person: Person; unread: number };

async function register({ cluster, say }: Bench, { person, unread }: Reader, parameters: object) {
  const { email, apiKey } = person;
  const pool = new Pool(cluster.url, { connections: 1 });
  const body = new URLSearchParams({ ...fullRegistration, ...parameters }).toString();
  const took: number[] = [];
  const firstByte: number[] = [];
  let bytes = 0;
  let before = clusterCpu(cluster);
  for (let round = -warmUp; round < registrations; round++) {
    if (round === 0) before = clusterCpu(cluster);
    const started = performance.now();
    const answer = await pool.request({
      method: 'POST',
      path: '/api/v1/register',
      headers: {
        authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'accept-encoding': 'gzip',
      },
      body,
    });
    const begun = performance.now() - started;
    bytes = 0;
    const parts: Buffer[] = [];
    for await (const chunk of answer.body) {
      bytes += (chunk as Buffer).length;
      if (round === -warmUp) parts.push(chunk as Buffer);
    }
    if (answer.statusCode !== 200) throw new Error(`A registration was answered ${answer.statusCode}.`);
    if (round === -warmUp && !('event_types' in parameters)) {
      const whole = Buffer.concat(parts);
      const isCompressed = answer.headers['content-encoding'] === 'gzip';
      check(JSON.parse((isCompressed ? gunzipSync(whole) : whole).toString()), unread);
    }
    if (round < 0) continue;
    took.push(performance.now() - started);
    firstByte.push(begun);
  }
  const after = clusterCpu(cluster);
  const used = [...after].map(([name, seconds]) => {
    const each = ((seconds - before.get(name)!) / registrations) * 1000;
    return `${name} ${each.toFixed(1)}`;
  });
  say(`CPU of a registration: ${used.join(', ')} ms; ${took.map(Math.round).join(' ')}`);
  await pool.close();
  const cpuMs = ((total(after) - total(before)) / registrations) * 1_000;
  return { took, bytes, firstByte, cpuMs };
}

/** Verifies that the registration's answer contains the generated rows. */
function check(state: Record<string, never>, unread: number): void {
  const { realm_users, subscriptions, never_subscribed, unread_msgs } = state as Record<
    string,
    { length: number; count: number }
  >;
  const found = [realm_users, subscriptions, never_subscribed].map((list) => list?.length ?? 0);
  if (
    found[0]! < size.people ||
    found[1]! < size.subscribed ||
    found[2]! < size.channels - size.subscribed ||
    unread_msgs?.count !== unread
  ) {
    throw new Error(`Another organization than was filled: ${found}, ${unread_msgs?.count} unread`);
  }
}

/**
 * Writes users, channels, subscriptions and messages directly into the tables. The first hundredth of the channels has all
 * users as subscribers, the next ninth has a tenth of them, and each other channel has fifty. Both readers are subscribed to
 * the first `subscribed` channels, each with twenty topics. `reader` has read nothing, and `dailyReader` everything except the
 * last few messages.
 */
export async function fill({ cluster }: Bench, reader: number, dailyReader: number): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  const { people, channels, subscribed, unread, fewUnread } = size;
  try {
    await client.query('set synchronous_commit to off');
    await client.query(`
      insert into user_admin.users (user_id, delivery_email, delivery_email_key, email, email_key, full_name, role)
      select ${firstId} + n, a, a, a, a, 'Registered Person ' || n, 400
        from (select n, 'registered' || n || '@load.example' as a from generate_series(1, ${people}) n) p`);
    await client.query(`
      insert into channel.channels (channel_id, name, name_key, description, group_settings, subscriber_count)
      overriding system value
      select ${firstId} + n, 'registered ' || n, 'registered ' || n, 'About what is registered in ' || n,
             (select group_settings from channel.channels limit 1), 0
        from generate_series(1, ${channels}) n`);
    await client.query(`
      insert into channel.subscriptions (channel_id, user_id)
      select ${firstId} + c, ${firstId} + 1 + (c * 37 + p) % ${people}
        from generate_series(1, ${channels}) c
        cross join lateral generate_series(1, case when c <= ${channels} / 100 then ${people}
          when c <= ${channels} / 10 then ${people} / 10 else 50 end) p
      union select ${firstId} + c, r from generate_series(1, ${subscribed}) c, unnest(array[${reader}, ${dailyReader}]) r`);
    await client.query(`
      insert into channel.subscription_periods (channel_id, user_id, after_message_id)
      select channel_id, user_id, case when user_id = ${dailyReader} then ${firstId + unread - fewUnread} else 0 end
        from channel.subscriptions where channel_id > ${firstId}`);
    await client.query(`
      update channel.channels c set subscriber_count = n from (
        select channel_id, count(*) as n from channel.subscriptions group by channel_id) s
       where s.channel_id = c.channel_id`);
    await client.query(`
      insert into messaging.origins (origin_id, channel_id, topic_key)
      select ${firstId} + c * 1000 + t, ${firstId} + c, 'topic ' || t
        from generate_series(1, ${subscribed}) c cross join generate_series(0, 19) t`);
    await client.query(`
      insert into messaging.messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content,
        rendered_content, renderer_version, sent_at, client, send_key, read_by_sender)
      select ${firstId} + n, ${firstId} + 1 + n % ${people}, ${firstId} + c, 'Topic ' || t,
             ${firstId} + c * 1000 + t, ${firstId} + c, 'Something to read', '<p>Something to read</p>', 1, now(),
             'bench', gen_random_uuid(), true
        from generate_series(1, ${unread}) n
        cross join lateral (select 1 + n % ${subscribed} as c, n / ${subscribed} % 20 as t) place`);
    await client.query(`select setval('messaging.message_ids', ${firstId + unread})`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
