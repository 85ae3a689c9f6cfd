import { KeyedMutex, silentLogger, type Visitor, visitor } from '@parley/core';
import { createDb, type Db } from '@parley/db';
import type { FactValue, FollowedEvent } from '@parley/event-log';
import { followedEvent } from '@parley/event-log/testing';
import { createScope, type Scope, type User } from '@parley/facts';
import { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import {
  GetChannelsRequest,
  GetInitialStateRequest,
  GetSubscriptionsRequest,
  SubscribeRequest,
  UnsubscribeRequest,
} from '@parley/proto/channel/v1/channel';
import { backgroundCall, type Call } from '@parley/rpc';
import { createTestDatabase } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { type Ctx, createChannelLists } from '../src/context.ts';
import { handlers } from '../src/rpc/index.ts';
import { createTelemetry } from '../src/telemetry.ts';
import { type ClientEvent, ClientQueues, tapEvents } from './emitted.ts';
import { createOrganization, type Organization } from './people.ts';

type Partially<T> = T extends { fromPartial(value: infer P): unknown } ? P : never;

/** The handlers of the service on a separate database. The organization is in memory. Emitted events can be read. */
export type Env = AsyncDisposable & {
  ctx: Ctx;
  db: Db;
  adminUrl: string;
  organization: Organization;
  /** Returns a client that makes calls as a user or visitor. */
  as(reader: User | Visitor): Client;
  /** Returns the client events that were emitted since the last call, by user ID. Users who received none are absent. */
  received(): Promise<Map<number, ClientEvent[]>>;
  take: Awaited<ReturnType<typeof tapEvents>>['take'];
};

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as clients do
type Json = any;

export type Client = ReturnType<typeof clientOf>;

export async function startChannel(): Promise<Env> {
  const database = await createTestDatabase();
  const registry = new Registry();
  const db = createDb({
    url: database.urlOf('channel'),
    poolSize: 10,
    logger: silentLogger,
    registry,
    applicationName: 'channel-test',
  });
  const organization = createOrganization();
  const ctx: Ctx = {
    db,
    factCache: organization.factCache,
    writeGuard: { check: () => undefined },
    webPublicChannels: true,
    publicUrl: 'http://parley.test',
    hasNamedTopics: async (channelId) => organization.channelsWithTopics.has(channelId),
    channelMutex: new KeyedMutex(),
    channelLists: createChannelLists(),
    telemetry: createTelemetry(registry),
    logger: silentLogger,
  };
  const tap = await tapEvents(database.adminUrl);
  const queues = new ClientQueues(() => organization.users.values());
  return {
    ctx,
    db,
    adminUrl: database.adminUrl,
    organization,
    as: (user) => clientOf(ctx, user),
    take: () => tap.take(),
    received: async () => queues.deliver(await tap.take()),
    async [Symbol.asyncDispose]() {
      await tap.close();
      await db.close();
      await database.drop();
    },
  };
}

/** Creates the scope of a request that a user makes. */
export const scopeOf = (ctx: Ctx, user: User): Scope =>
  createScope(ctx.factCache, backgroundCall({ timeoutMs: 30_000, principal: { userId: user.userId } }));

/** Returns an event of the log that contains a fact. */
export const followed = (value: FactValue): FollowedEvent => followedEvent({ fact: { value } });

function clientOf(ctx: Ctx, reader: User | Visitor) {
  const calls = handlers(ctx);
  const call = (): Call =>
    backgroundCall({
      timeoutMs: 30_000,
      principal: reader === visitor ? visitor : { userId: reader.userId },
    });
  const parse = (bytes: Buffer): Json => JSON.parse(bytes.toString());
  return {
    /** Subscribes to channels by name. `more` may set any other parameter of the request. */
    async subscribe(
      names: string | (string | { name: string; description?: string; color?: string })[],
      more: Partially<typeof SubscribeRequest> = {},
    ) {
      const subscriptions = [names].flat().map((each) => (typeof each === 'string' ? { name: each } : each));
      const request = SubscribeRequest.fromPartial({
        authorizationErrorsFatal: true,
        ...more,
        subscriptions,
      });
      const answer = await calls.subscribe(request, call());
      return {
        subscribed: parse(answer.subscribedJson) as Record<string, string[]>,
        alreadySubscribed: parse(answer.alreadySubscribedJson) as Record<string, string[]>,
        unauthorized: answer.unauthorized,
      };
    },
    create(name: string, more: Partially<typeof SubscribeRequest> = {}) {
      const channel = SubscribeRequest.fromPartial({ ...more, subscriptions: [{ name }] });
      return calls.createChannel({ channel }, call());
    },
    update: (channelId: number, change: Partially<typeof UpdateChannelRequest>) =>
      calls.updateChannel(UpdateChannelRequest.fromPartial({ ...change, channelId }), call()),
    channel: async (channelId: number): Promise<Json> =>
      parse((await calls.getChannel({ channelId }, call())).streamJson),
    unsubscribe: (names: string[], more: Partially<typeof UnsubscribeRequest> = {}) =>
      calls.unsubscribe(UnsubscribeRequest.fromPartial({ channelNames: names, ...more }), call()),
    async subscriptions(includeSubscribers = 'false'): Promise<Json[]> {
      const request = GetSubscriptionsRequest.fromPartial({ includeSubscribers });
      return parse((await calls.getSubscriptions(request, call())).subscriptionsJson);
    },
    async channels(filter: Partially<typeof GetChannelsRequest> = {}): Promise<Json[]> {
      const request = GetChannelsRequest.fromPartial({
        includePublic: true,
        includeSubscribed: true,
        excludeArchived: true,
        ...filter,
      });
      return parse((await calls.getChannels(request, call())).streamsJson);
    },
    async state(
      fetchEventTypes: string[],
      more: { capabilities?: string[]; includeSubscribers?: string } = {},
    ) {
      const request = GetInitialStateRequest.fromPartial({ options: { fetchEventTypes, ...more } });
      const answer = await calls.getInitialState(request, call());
      return {
        fields: parse(answer.state!.fieldsJson),
        snapshot: answer.state!.snapshot!,
        histories: answer.histories,
      };
    },
    async histories() {
      if (reader === visitor) return [];
      return (await calls.getSubscriptionHistories({ userId: reader.userId }, call())).histories;
    },
  };
}
