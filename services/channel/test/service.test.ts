import { errors, silentLogger } from '@parley/core';
import { createDb, sql } from '@parley/db';
import { connectNats } from '@parley/event-log';
import { createTestLog, type TestLog } from '@parley/event-log/testing';
import type { User } from '@parley/facts';
import {
  ChannelServiceService,
  GetChannelsRequest,
  SubscribeRequest,
} from '@parley/proto/channel/v1/channel';
import { Snapshot } from '@parley/proto/common/v1/snapshot';
import { Origin } from '@parley/proto/events/v1/event';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient, createRpcServer, type Handlers } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { createRegistry } from '@parley/service-kit';
import { toOrganizationFacts } from '@parley/settings';
import { createTestDatabase, sharedServers, uniqueName } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ChannelService, createService, loadServiceConfig } from '../src/index.ts';
import { tapEvents } from './emitted.ts';
import { createOrganization } from './people.ts';

const secret = 'a secret of these tests';
const organization = createOrganization();
const admin = organization.add('admin');
const snapshot = Snapshot.create({ xmin: 1, xmax: 1 });

/** Returns the handlers of a fake user-admin that answers from the organization in memory. */
function userAdmin() {
  const refuse = () => {
    throw errors.internal();
  };
  const handlers = Object.fromEntries(Object.keys(UserAdminServiceService).map((name) => [name, refuse]));
  return {
    ...handlers,
    resolveUsers: async ({ userIds, emails }: { userIds: number[]; emails: string[] }) => ({
      users: [...organization.users.values()].filter(
        (user) => userIds.includes(user.userId) || emails.includes(user.email),
      ),
      snapshot,
    }),
    listGroups: async () => ({ groups: [...organization.groups.values()], snapshot }),
    getOrganization: async () => ({
      ...toOrganizationFacts({ settings: organization.settings, linkifiers: [], emoji: [] }),
      isDeactivated: false,
      snapshot,
    }),
  } as unknown as Handlers<typeof UserAdminServiceService>;
}

let stack: AsyncDisposableStack;
let service: ChannelService;
let log: TestLog;
let client: ReturnType<typeof createRpcClient<typeof ChannelServiceService>>;
let db: ReturnType<typeof createDb>;
let tap: Awaited<ReturnType<typeof tapEvents>>;
let start: () => Promise<ChannelService>;

beforeAll(async () => {
  stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const prefix = uniqueName('channel');
  const nats = stack.adopt(await connectNats({ url: sharedServers().nats, name: 'test' }), (each) =>
    each.close(),
  );
  log = await createTestLog(nats, prefix);
  const rpc = createRpcServer({ secret, logger: silentLogger, registry: createRegistry() });
  rpc.add(UserAdminServiceService, userAdmin());
  const port = await rpc.listen('127.0.0.1', 0);
  stack.defer(() => rpc.drain(100));
  tap = stack.adopt(await tapEvents(database.adminUrl), (each) => each.close());
  db = stack.adopt(
    createDb({
      url: database.urlOf('channel'),
      poolSize: 2,
      logger: silentLogger,
      registry: createRegistry(),
      applicationName: 'channel-test',
    }),
    (each) => each.close(),
  );
  const config = loadServiceConfig({
    PARLEY_RPC_SECRET: secret,
    PARLEY_NATS_URL: sharedServers().nats,
    PARLEY_NATS_PREFIX: prefix,
    PARLEY_USER_ADMIN_ADDRESSES: `127.0.0.1:${port}`,
    PARLEY_MESSAGING_ADDRESSES: '127.0.0.1:1',
    PARLEY_CHANNEL_DATABASE_URL: database.urlOf('channel'),
  });
  start = async () => {
    const started = createService(config, { logger: silentLogger });
    await started.start();
    return started;
  };
  service = await start();
  client = createRpcClient(ChannelServiceService, { addresses: [`127.0.0.1:${service.rpcPort}`], secret });
});
afterAll(async () => {
  client.close();
  await service.stop();
  await stack.disposeAsync();
});

const userChanged = (user: User) => ({
  event: {
    kind: 'user-admin.user.changed',
    origin: Origin.USER_ADMIN,
    fact: { value: { $case: 'userChanged' as const, userChanged: { user } } },
  },
});
const subscribersOf = async (name: string) =>
  (
    await db.many<{ id: number }>(sql`
      select user_id as id from subscriptions s join channels c using (channel_id)
       where c.name = ${name} and is_subscribed and is_user_active order by user_id`)
  ).map((row) => row.id);
const as = (user: User) => testCall({ principal: { userId: user.userId } });
const subscribe = (name: string, isDefaultStream: boolean, user = admin) =>
  client.subscribe(SubscribeRequest.fromPartial({ subscriptions: [{ name }], isDefaultStream }), as(user));

it('is ready once it follows the log, and answers over gRPC', async () => {
  await vi.waitFor(
    async () => {
      const answer = await fetch(`http://127.0.0.1:${service.opsPort}/readyz`);
      expect(await answer.json()).toMatchObject({ ready: true });
    },
    { timeout: 60_000 },
  );
  const { subscribedJson } = await subscribe('lobby', true);
  expect(JSON.parse(subscribedJson.toString())).toEqual({ [admin.userId]: ['lobby'] });
  await subscribe('news', true);
  await subscribe('other', false);
});

it('subscribes new members to the default channels once, however often their event is repeated', async () => {
  const member = organization.add('member');
  const guest = organization.add('guest');
  const bot = organization.add('member', { isBot: true, botOwnerId: admin.userId });
  await log.publish(userChanged(member), userChanged(guest), userChanged(bot));
  await vi.waitFor(async () => expect(await subscribersOf('news')).toContain(member.userId), {
    timeout: 60_000,
  });
  await client.unsubscribe(
    { channelNames: ['lobby'], principalUserIds: [], principalEmails: [] },
    as(member),
  );
  const second = organization.add('member');
  await log.publish(userChanged(member), userChanged(second));
  await vi.waitFor(async () => expect(await subscribersOf('news')).toContain(second.userId), {
    timeout: 60_000,
  });
  expect(await subscribersOf('lobby')).toEqual([admin.userId, second.userId]);
  expect(await subscribersOf('news')).toEqual([admin.userId, member.userId, second.userId]);
  expect(await subscribersOf('other')).toEqual([admin.userId]);
});

it('neither lists nor counts deactivated people, and notifies viewers of the channel', async () => {
  const member = organization.add('member');
  await log.publish(userChanged(member));
  await vi.waitFor(async () => expect(await subscribersOf('news')).toContain(member.userId), {
    timeout: 60_000,
  });
  const count = async () =>
    (await db.one<{ n: number }>(sql`select subscriber_count as n from channels where name = 'news'`)).n;
  const before = await count();
  await tap.take();

  await log.publish(userChanged(organization.change(member, { isActive: false })));
  await vi.waitFor(async () => expect(await subscribersOf('news')).not.toContain(member.userId), {
    timeout: 60_000,
  });
  expect(await count()).toBe(before - 1);
  const gone = (await tap.take()).map(({ event }) => JSON.parse(event.deliveries[0]!.json.toString()));
  expect(gone).toHaveLength(2);
  expect(gone[0]).toMatchObject({ op: 'peer_remove', user_ids: [member.userId] });

  await log.publish(userChanged(organization.change(member, { isActive: true })));
  await vi.waitFor(async () => expect(await subscribersOf('news')).toContain(member.userId), {
    timeout: 60_000,
  });
  expect(await count()).toBe(before);
  const back = (await tap.take()).map(({ event }) => JSON.parse(event.deliveries[0]!.json.toString()));
  expect(back[0]).toMatchObject({ op: 'peer_add', user_ids: [member.userId] });
});

it('stores the first message, the activity and the traffic of a channel, and emits the changes that clients show', async () => {
  const [{ id }] = (await db.many<{ id: number }>(
    sql`select channel_id as id from channels where name = 'other'`,
  )) as [{ id: number }];
  await tap.take();
  const now = Math.floor(Date.now() / 1000);
  const sent = (messageId: number) => ({
    assignedId: messageId,
    event: {
      kind: 'messaging.message.sent',
      origin: Origin.MESSAGING,
      fact: {
        value: {
          $case: 'messageSent' as const,
          messageSent: { sentAt: now, place: { $case: 'channel' as const, channel: { channelId: id } } },
        },
      },
    },
  });
  await db.execute(
    sql`update channels set created_at = now() - interval '400 days' where channel_id = ${id}`,
  );
  await log.publish(sent(17), sent(18));
  await log.publish(sent(19), sent(20));
  const listed = async () => {
    const request = GetChannelsRequest.fromPartial({ includeAll: true, excludeArchived: true });
    const { streamsJson } = await client.getChannels(request, as(admin));
    return JSON.parse(streamsJson.toString()).find((each: { name: string }) => each.name === 'other');
  };
  await vi.waitFor(async () => expect((await listed()).first_message_id).toBe(17), { timeout: 60_000 });
  const updates = (await tap.take()).map(({ event }) => JSON.parse(event.deliveries[0]!.json.toString()));
  expect(updates.map((each) => [each.op, each.stream_id, each.property, each.value])).toEqual([
    ['update', id, 'first_message_id', 17],
    ['update', id, 'is_recently_active', true],
  ]);
  // The worker handles this event after those of the messages, because it reads the log in order.
  const newcomer = organization.add('member');
  await log.publish(userChanged(newcomer));
  await vi.waitFor(async () => expect(await subscribersOf('news')).toContain(newcomer.userId), {
    timeout: 60_000,
  });
  await service.stop();
  service = await start();
  client.close();
  client = createRpcClient(ChannelServiceService, { addresses: [`127.0.0.1:${service.rpcPort}`], secret });
  expect(await listed()).toMatchObject({ stream_weekly_traffic: 1, is_recently_active: true });
});

it('continues at its position after a restart', async () => {
  await service.stop();
  const member = organization.add('member');
  await log.publish(userChanged(member));
  service = await start();
  await vi.waitFor(async () => expect(await subscribersOf('news')).toContain(member.userId), {
    timeout: 60_000,
  });
});
