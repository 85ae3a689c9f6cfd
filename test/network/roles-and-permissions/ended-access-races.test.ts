import { type Db, sql } from '@parley/db';
import { type ApiClient, Network, Organization, type Person, until } from '@parley/test-kit';
import { startPushService, type TestPushService } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';

// Somebody who has a key of an account makes further ways in while its access ends. None of them may work afterwards: those that
// were made before end with it, and those that would be made later are refused, also by gateways that have not read the end yet.

let network: Network;
let organization: Organization;
let owner: Person;
let push: TestPushService;
let db: Db;

beforeAll(async () => {
  push = await startPushService();
  network = await Network.start({
    replicas: { gateway: 2, 'user-admin': 2 },
    env: { PARLEY_PUSH_ALLOWED_HOSTS: push.host },
  });
  organization = await Organization.create(network);
  ({ owner } = organization);
  db = openDatabase(network);
});

afterAll(async () => {
  await db?.close();
  await network?.stop();
  await push?.[Symbol.asyncDispose]();
});

type Made = { email: string; apiKey: string };

let serial = 0;

/** Ways to make another way in with a key. Each returns the new credentials; undefined when it is refused. */
const ways: Record<string, (api: ApiClient, person: Person) => Promise<Made | undefined>> = {
  'a named key': async (api, { email }) => {
    const { status, body } = await api.raw('POST', '/users/me/api_keys', { name: `key ${++serial}` });
    return status === 200 ? { email, apiKey: body.api_key } : undefined;
  },
  'a new key of the account': async (api, { email }) => {
    const { status, body } = await api.raw('POST', '/users/me/api_key/regenerate');
    return status === 200 ? { email, apiKey: body.api_key } : undefined;
  },
  'a bot': async (api) => {
    const name = `bot${++serial}`;
    const { status, body } = await api.raw('POST', '/bots', { full_name: name, short_name: name });
    return status === 200 ? { email: body.bot.email, apiKey: body.api_key } : undefined;
  },
};

const ends: Record<string, (userId: number) => Promise<unknown>> = {
  'all access ends': (userId) => owner.api.post(`/users/${userId}/end_access`, { end_bots: true }),
  'all keys end': (userId) => owner.api.delete(`/users/${userId}/api_keys`),
};

/** Makes things in three loops, and ends access after the first one. Returns what was made until all loops were refused. */
async function madeDuring<T>(
  attempt: () => Promise<T | undefined>,
  end: () => Promise<unknown>,
): Promise<T[]> {
  const made: T[] = [];
  const started = Promise.withResolvers<void>();
  const loop = async () => {
    for (let one = await attempt(); one; one = await attempt()) {
      made.push(one);
      started.resolve();
    }
  };
  const loops = Promise.all([loop(), loop(), loop()]);
  await Promise.race([started.promise, loops]);
  await end();
  await loops;
  return made;
}

const works = async (credentials: Made): Promise<boolean> =>
  (await network.client(credentials).raw('GET', '/users/me')).status === 200;

/** Returns how many of the credentials still work once every gateway knows what has ended. */
async function alive(made: readonly Made[]): Promise<number> {
  await network.caughtUp();
  return (await Promise.all(made.map(works))).filter(Boolean).length;
}

const cases = Object.keys(ends).flatMap((end) =>
  // Bots go on when only the keys of their owner end.
  Object.keys(ways).flatMap((way) => (end === 'all keys end' && way === 'a bot' ? [] : [[end, way]])),
);

describe.each(cases)('while %s', (end, way) => {
  it(`nobody keeps ${way}`, async () => {
    for (let round = 0; round < 3; round++) {
      const name = `person${++serial}`;
      const person = (await organization.add(name))[name]!;
      const made = await madeDuring(
        () => ways[way!]!(person.api, person),
        () => ends[end!]!(person.userId),
      );
      expect(made.length).toBeGreaterThan(0);
      expect(await alive(made)).toBe(0);
    }
  });
});

it('a named key makes no other key once it has ended', async () => {
  const { zoe } = await organization.add('zoe');
  const { key_id, api_key } = await zoe.api.post('/users/me/api_keys', { name: 'stolen' });
  const stolen = network.client({ email: zoe.email, apiKey: api_key });
  let endedAt = Number.POSITIVE_INFINITY;
  let late = 0;
  const made = await madeDuring(
    async () => {
      const startedAt = performance.now();
      const one = await ways['a named key']!(stolen, zoe);
      if (one && startedAt > endedAt) late++;
      return one;
    },
    async () => {
      await zoe.api.delete(`/users/me/api_keys/${key_id}`);
      endedAt = performance.now();
    },
  );
  expect(made.length).toBeGreaterThan(0);
  expect(late).toBe(0);
  // Keys that were made before are listed, so that their person can end them.
  expect((await zoe.api.get('/users/me/api_keys')).api_keys).toHaveLength(made.length);
});

it('no browser that is registered while all access ends gets messages afterwards', async () => {
  const { yara } = await organization.add('yara');
  const initial = await yara.api.post('/register', { fetch_event_types: ['realm'] });
  const made = await madeDuring(
    async () => {
      const { subscription } = push.addBrowser(initial.server_web_push_public_key as string);
      const { status } = await yara.api.raw('POST', '/users/me/web_push', { subscription });
      return status === 200 ? subscription : undefined;
    },
    () => owner.api.post(`/users/${yara.userId}/end_access`),
  );
  expect(made.length).toBeGreaterThan(0);
  await until('no browser is registered any more', async () => {
    const { count } = await db.one<{ count: number }>(
      sql`select count(*) as count from notify.web_push_subscriptions where user_id = ${yara.userId}`,
    );
    return count === 0;
  });
});
