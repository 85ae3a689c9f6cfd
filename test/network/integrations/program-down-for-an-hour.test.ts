import type { RequestListener } from 'node:http';
import { type Db, sql } from '@parley/db';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';

/** A request to a program: the number in its message, and its ID. */
type Received = { number: number; id: string };

/** Accepted requests by their path. */
const received = new Map<string, Received[]>();
/** Requests to the program that is down, with the number that it told in its answer. */
const refused: Received[] = [];
let isDown = true;

const program: RequestListener = (request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const path = request.url ?? '';
    const number = Number(/number (\d+);/.exec(JSON.parse(body).data)?.[1]);
    const each = { number, id: String(request.headers['webhook-id']) };
    if (path === '/down' && isDown) {
      refused.push(each);
      response.writeHead(503).end(`attempt ${refused.length}`);
      return;
    }
    received.set(path, [...(received.get(path) ?? []), each]);
    response.writeHead(200).end();
  });
};

let site: Site;
let network: Network;
let db: Db;
let alice: Person;

beforeAll(async () => {
  site = await startSite(program);
  // Times of attempts are those of a usual deployment.
  network = await Network.start({
    replicas: { integrations: 2 },
    env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: site.host },
  });
  db = openDatabase(network);
  ({ alice } = await (await Organization.create(network)).add('alice'));
  await alice.subscribe(['lobby']);
});
afterAll(async () => {
  await db?.close();
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});

/** Waits until an attempt has ended, and returns the whole seconds until the next one. */
async function pauseAfter(botId: number, attempt: number): Promise<number> {
  const first = () =>
    db.maybeOne<{ response: string; seconds: number }>(sql`
      select response, ceil(extract(epoch from next_at - now()))::int8 as seconds from integrations.outgoing_deliveries
       where bot_id = ${botId} and state = 'waiting' order by delivery_id limit 1`);
  // The answer is stored with the time of the next attempt.
  await expect.poll(async () => (await first())?.response, { timeout: 60_000 }).toBe(`attempt ${attempt}`);
  return (await first())!.seconds;
}

/** Lets time pass for deliveries, whose times are all in their rows. */
const pass = (seconds: number) =>
  db.execute(sql`
    update integrations.outgoing_deliveries
       set created_at = created_at - make_interval(secs => ${seconds}), next_at = next_at - make_interval(secs => ${seconds}),
           finished_at = finished_at - make_interval(secs => ${seconds})`);

it('a program that is down for an hour gets everything within ten minutes, once and in order, and another one everything meanwhile', async () => {
  const bot = async (name: string): Promise<number> =>
    (
      await alice.api.post('/bots', {
        full_name: name,
        short_name: name,
        bot_type: 3,
        payload_url: JSON.stringify(`${site.url}/${name}`),
      })
    ).user_id;
  const [down, up] = [await bot('down'), await bot('up')];
  const waitingForUp = () =>
    db.maybeOne(
      sql`select from integrations.outgoing_deliveries where bot_id = ${up} and state = 'waiting' limit 1`,
    );
  const sent: number[] = [];
  const say = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await alice.send('lobby', `@**down** @**up** number ${sent.length};`, 'hour');
      sent.push(sent.length);
    }
  };
  await say(1);
  const pauses: number[] = [];
  for (let seconds = 0; seconds < 3_600; ) {
    const pause = await pauseAfter(down, pauses.length + 1);
    pauses.push(pause);
    await say(20);
    // The other program waits for nothing.
    await until(
      'the other program has everything',
      async () => received.get('/up')?.length === sent.length && (await waitingForUp()) === undefined,
    );
    if (seconds + pause >= 3_600) isDown = false;
    await pass(pause);
    seconds += pause;
  }
  // An attempt each ten minutes at the latest, always of the first message.
  expect(Math.max(...pauses)).toBeLessThanOrEqual(600);
  expect(pauses.length).toBeLessThan(20);
  expect(new Set(refused.map(({ number }) => number))).toEqual(new Set([0]));
  expect(refused).toHaveLength(pauses.length);
  await until('everything arrived', () => (received.get('/down')?.length ?? 0) >= sent.length);
  for (const path of ['/down', '/up']) {
    const all = received.get(path) ?? [];
    expect(all.map(({ number }) => number)).toEqual(sent);
    expect(new Set(all.map(({ id }) => id)).size).toBe(sent.length);
  }
  // The repeated requests had the ID of the one that was accepted.
  expect(new Set(refused.map(({ id }) => id))).toEqual(new Set([received.get('/down')![0]!.id]));
  const dead = await alice.api.get(`/bots/${down}/deliveries`, { direction: 'out', state: 'dead' });
  expect(dead.deliveries).toEqual([]);
});
