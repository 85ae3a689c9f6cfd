import { randomUUID } from 'node:crypto';
import { silentLogger, systemClock } from '@parley/core';
import { createDb, createWriteGuard, type Db, sql } from '@parley/db';
import {
  type Channel,
  createScope,
  type FactCache,
  type Linkifier,
  type OwnEmoji,
  type Scope,
  type SubscriptionHistory,
  type User,
} from '@parley/facts';
import { createTestFactCache, type TestFacts, type TestLookup } from '@parley/facts/testing';
import type { RaiseUserTopicRequest } from '@parley/proto/channel/v1/topics';
import { Event } from '@parley/proto/events/v1/event';
import {
  Channel as ChannelFact,
  Group,
  User as UserFact,
  type WritingSettings,
} from '@parley/proto/events/v1/facts';
import {
  GetMessagesRequest,
  GetMessagesResponse,
  SendMessageRequest,
} from '@parley/proto/messaging/v1/messaging';
import type { NarrowTerm } from '@parley/proto/messaging/v1/narrow';
import type { Call } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { userTopicsOf } from '@parley/rules';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import { Registry } from 'prom-client';
import type { Ctx } from '../src/context.ts';
import { findBySendKeys, insertMessages } from '../src/db/messages.ts';
import { topicPolicy } from '../src/domain/reading/topic-visibility.ts';
import { createConversationCache } from '../src/in-memory/conversation-cache.ts';
import { createCoverageRecorder } from '../src/in-memory/coverage-recorder.ts';
import { Batcher } from '../src/in-memory/send-batcher.ts';
import { createSendTimes } from '../src/in-memory/send-times.ts';
import { getMessages } from '../src/rpc/reading/get-messages.ts';
import { sendMessage } from '../src/rpc/sending/send-message.ts';
import { createOpenSearchIndex } from '../src/search/opensearch-index.ts';
import { createPostgresIndex } from '../src/search/postgres-index.ts';
import type { SearchIndex } from '../src/search/search-index.ts';
import { createTelemetry } from '../src/telemetry.ts';

export const openDb = (database: TestDatabase, poolSize = 8): Db =>
  createDb({
    url: database.urlOf('messaging'),
    poolSize,
    logger: silentLogger,
    registry: new Registry(),
    applicationName: 'messaging-test',
  });

export const roles = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 } as const;

/** An in-memory model of the facts that other services own. The test cache of facts reads them from it. */
class World {
  readonly users = new Map<number, User>();
  readonly channels = new Map<number, Channel>();
  readonly histories = new Map<number, Map<number, SubscriptionHistory>>();
  /** All lookups in the cache of facts so far. */
  readonly lookups: TestLookup[] = [];
  /** IDs of people who do not send read receipts. */
  readonly withoutReceipts = new Set<number>();
  /** Visibility policies of topics by user ID: 1 muted, 2 unmuted, 3 followed. */
  readonly topics = new Map<number, { channelId: number; topic: string; visibilityPolicy: number }[]>();
  /** Settings about writing messages, by user ID. People without an entry never follow topics automatically. */
  readonly writing = new Map<number, Partial<WritingSettings>>();
  readonly groups = new Map<number, Group>([
    [10, Group.create({ groupId: 10, isSystemGroup: true, rule: 'role:everyone' })],
    [11, Group.create({ groupId: 11, isSystemGroup: true, rule: 'role:members' })],
    [12, Group.create({ groupId: 12, isSystemGroup: true, rule: 'role:administrators' })],
    [13, Group.create({ groupId: 13, isSystemGroup: true, rule: 'role:nobody' })],
    [14, Group.create({ groupId: 14, isSystemGroup: true, rule: 'role:internet' })],
    [15, Group.create({ groupId: 15, isSystemGroup: true, rule: 'role:fullmembers' })],
    [16, Group.create({ groupId: 16, isSystemGroup: true, rule: 'role:moderators' })],
    [17, Group.create({ groupId: 17, isSystemGroup: true, rule: 'role:owners' })],
  ]);
  alertWords: ReadonlyMap<number, readonly string[]> = new Map();
  /** Muted user IDs, by the ID of the user who muted them. */
  readonly mutedUsers = new Map<number, readonly number[]>();
  linkifiers: Linkifier[] = [];
  emoji: OwnEmoji[] = [];
  /** Whether an operator deactivated the organization. */
  isDeactivated = false;
  settings: Record<string, unknown> = {
    name: 'Test',
    topics_policy: 'allow_empty_topic',
    empty_topic_display_name: 'general chat',
    waiting_period_threshold: 0,
    inline_image_preview: true,
    default_code_block_language: '',
    direct_message_permission_group: 10,
    direct_message_initiator_group: 10,
    can_mention_many_users_group: 12,
  };

  /** Adds the bot that sends notices. */
  notificationBot(userId: number): User {
    const deliveryEmail = 'notification-bot@parley.test';
    return this.user(userId, { isBot: true, isSystemBot: true, fullName: 'Notification Bot', deliveryEmail });
  }

  user(userId: number, over: Partial<User> = {}): User {
    const user = UserFact.create({
      userId,
      email: `user${userId}@example.com`,
      deliveryEmail: `user${userId}@example.com`,
      fullName: `User ${userId}`,
      role: roles.member,
      isActive: true,
      avatarVersion: 1,
      emailAddressVisibility: 1,
      ...over,
    });
    this.users.set(userId, user);
    return user;
  }

  channel(channelId: number, over: Partial<Channel> = {}): Channel {
    const channel = ChannelFact.create({
      channelId,
      name: `channel ${channelId}`,
      historyPublicToSubscribers: true,
      topicsPolicy: 'inherit',
      ...over,
    });
    this.channels.set(channelId, channel);
    return channel;
  }

  /**
   * Subscribes a person. A period is a pair [ID of the last message before it, ID of its last message]; the second ID is 0 for
   * a period without end.
   */
  subscribe(
    userId: number,
    channelId: number,
    periods: [number, number][] = [[0, 0]],
    isMuted = false,
  ): void {
    const mine = this.histories.get(userId) ?? new Map<number, SubscriptionHistory>();
    mine.set(channelId, {
      channelId,
      periods: periods.map(([afterMessageId, untilMessageId]) => ({ afterMessageId, untilMessageId })),
      isSubscribed: periods.at(-1)?.[1] === 0,
      isMuted,
    });
    this.histories.set(userId, mine);
  }

  /** Returns the subscribers of a channel with their periods. */
  readersOf(channelId: number): { userId: number; periods: SubscriptionHistory['periods'] }[] {
    return [...this.histories].flatMap(([userId, mine]) => {
      const history = mine.get(channelId);
      return history?.isSubscribed ? [{ userId, periods: history.periods }] : [];
    });
  }

  readonly factCache: FactCache = {
    ...createTestFactCache(testFacts(this), this.lookups),
    writingSettings: async (ids, { confirm }) => {
      this.lookups.push({ what: `writing settings ${[...ids]}`, isConfirmed: confirm });
      return new Map([...ids].map((id) => [id, { ...quietWriter, userId: id, ...this.writing.get(id) }]));
    },
  };

  policyOf(userId: number, channelId: number, topic: string): number {
    const set = this.topics.get(userId)?.find((each) => each.channelId === channelId && each.topic === topic);
    return set?.visibilityPolicy ?? 0;
  }
}

/** Returns the facts of the cache, which are read from the world at each lookup. */
const testFacts = (world: World): TestFacts => ({
  users: world.users,
  groups: world.groups,
  channels: world.channels,
  histories: world.histories,
  get settings() {
    return world.settings;
  },
  get linkifiers() {
    return world.linkifiers;
  },
  get emoji() {
    return world.emoji;
  },
  get isDeactivated() {
    return world.isDeactivated;
  },
  get topics() {
    return new Map([...world.topics].map(([userId, topics]) => [userId, userTopicsOf(topics)]));
  },
  get alertWords() {
    return world.alertWords;
  },
  get mutedUsers() {
    return new Map(world.mutedUsers);
  },
});

const quietWriter: Omit<WritingSettings, 'userId'> = {
  followTopicsPolicy: 4,
  unmuteTopicsPolicy: 4,
  followTopicsWhereMentioned: false,
  sendDirectTyping: true,
  sendChannelTyping: true,
  receiveTyping: true,
  translateEmoticons: false,
  language: 'en',
  draftsDisabled: false,
  resolvedNoticePolicy: 'except_followed',
};

export type TestService = AsyncDisposable & {
  world: World;
  database: TestDatabase;
  db: Db;
  ctx: Ctx;
  /** Name of the search index where it is in OpenSearch. */
  searchAlias: string;
  /** Creates the scope of a request that a person makes. */
  scope(userId: number, over?: Partial<Call>): Scope;
  /** All signals that were sent so far. */
  signals: Event[];
  /** All requests to the service `channel` to change visibility policies so far. */
  raised: RaiseUserTopicRequest[];
  /** Sends a message to a channel and topic, or to people. Returns its ID. */
  send(
    userId: number,
    to: { channel: number; topic?: string } | { to: number[] },
    over?: Partial<SendMessageRequest>,
  ): Promise<number>;
  /** Reads messages. Returns the parsed answer. */
  read(userId: number, over?: Partial<GetMessagesRequest>): Promise<ReadAnswer>;
};

// biome-ignore lint/suspicious/noExplicitAny: messages are checked by what tests expect of them
export type MessageBody = Record<string, any>;

export type ReadAnswer = {
  ids: number[];
  messages: MessageBody[];
  foundOldest: boolean;
  foundNewest: boolean;
  foundAnchor: boolean;
  anchor?: number | undefined;
};

const scopeOf = (ctx: Ctx, userId: number, over: Partial<Call> = {}): Scope =>
  createScope(ctx.factCache, {
    ...testCall({ principal: { userId } }),
    clientName: 'website',
    ...over,
  });

/**
 * Returns the search index of a test: in PostgreSQL, or in OpenSearch where `npm run test:search` runs the same tests with it. Each database
 * has an index of its own, in which several processes work.
 */
export function createTestIndex(db: Db, alias: string): SearchIndex {
  const url = process.env.PARLEY_TEST_OPENSEARCH_URL;
  return url
    ? createOpenSearchIndex(db, silentLogger, { url, alias, shards: 1, replicas: 0 })
    : createPostgresIndex(db, silentLogger);
}

/** Opens messaging's handlers on a separate database. The facts of other services come from a `World`. */
export async function openTestService(given?: TestDatabase): Promise<TestService> {
  const database = given ?? (await createTestDatabase());
  const db = openDb(database);
  const world = new World();
  const registry = new Registry();
  const writeGuard = createWriteGuard(db, silentLogger);
  const signals: Event[] = [];
  const searchAlias = `test-${randomUUID()}`;
  const raised: RaiseUserTopicRequest[] = [];
  const ctx: Ctx = {
    db,
    factCache: world.factCache,
    userAdmin: {
      resolveUsers: async ({ fullName }) => ({
        users: [...world.users.values()].filter((user) => user.fullName === fullName),
        snapshot: undefined,
      }),
      findHiddenUsers: async () => ({ userIds: [] }),
      findViewers: async () => ({ everyone: true, guestIds: [] }),
      findReceiptSenders: async ({ userIds }) => ({
        userIds: userIds.filter((id) => world.users.get(id)?.isActive && !world.withoutReceipts.has(id)),
      }),
    },
    channel: {
      getAudience: async ({ channelId, withReaders }) => {
        const readers = world.readersOf(channelId);
        return { subscriberCount: readers.length, readers: withReaders ? readers : [] };
      },
      getNarrowFacts: async ({ userId, kinds }) => ({
        channelIds: kinds.length > 0 ? [...world.channels.keys()] : [],
        topics: (userId !== undefined && world.topics.get(userId)) || [],
      }),
      findTopicFollowers: async ({ channelId, topics }) => {
        const follows = (userId: number) =>
          topics.some((topic) => world.policyOf(userId, channelId, topic) === topicPolicy.followed);
        return { userIds: [...world.users.keys()].filter(follows) };
      },
      findSubscriptionHistories: async ({ userIds, channelIds }) => ({
        histories: userIds.flatMap((userId) =>
          channelIds.flatMap((channelId) => {
            const history = world.histories.get(userId)?.get(channelId);
            return history ? [{ userId, history }] : [];
          }),
        ),
      }),
      raiseUserTopic: async (request) => {
        raised.push(request);
        return { userIds: request.raises.map(({ userId }) => userId) };
      },
    },
    signal: (_kind, event) => void signals.push(event),
    batcher: new Batcher({
      write: (messages) => insertMessages(db, messages),
      find: (keys) => findBySendKeys(db, keys),
      registry,
    }),
    conversations: createConversationCache(db),
    coverageRecorder: createCoverageRecorder(db, silentLogger),
    sendTimes: createSendTimes(),
    searchIndex: createTestIndex(db, searchAlias),
    writeGuard,
    telemetry: createTelemetry(registry),
    logger: silentLogger,
    clock: systemClock,
    publicUrl: 'http://parley.test',
    pictureKey: 'a key of 32 or more characters for tests',
  };
  return {
    world,
    database,
    db,
    ctx,
    searchAlias,
    signals,
    raised,
    scope: (userId, over) => scopeOf(ctx, userId, over),
    async send(userId, target, over = {}) {
      const request = SendMessageRequest.create({ sendKey: randomUUID(), content: 'hello', ...over });
      request.recipient =
        'to' in target
          ? { $case: 'direct', direct: { userIds: target.to, emails: [] } }
          : {
              $case: 'channel',
              channel: {
                channel: { $case: 'channelId', channelId: target.channel },
                topic: target.topic ?? 'lunch',
              },
            };
      return (await sendMessage(ctx, request, scopeOf(ctx, userId))).id;
    },
    async read(userId, over = {}) {
      const request = GetMessagesRequest.create({
        anchor: 'newest',
        includeAnchor: true,
        numBefore: over.hasMessageIds ? 0 : 100,
        applyMarkdown: true,
        ...over,
      });
      const sent = GetMessagesResponse.encode(await getMessages(ctx, request, scopeOf(ctx, userId))).finish();
      const answer = GetMessagesResponse.decode(sent);
      const messages = JSON.parse(answer.messagesJson.toString()) as MessageBody[];
      return { ...answer, messages, ids: messages.map(({ id }) => id) };
    },
    async [Symbol.asyncDispose]() {
      await ctx.coverageRecorder.idle();
      writeGuard.stop();
      await db.close();
      await database.drop();
    },
  };
}

/** Builds a term of a narrow. */
export const narrowTo = (operator: string, operand: unknown, negated = false): NarrowTerm => ({
  operator,
  operand: operandOf(operand),
  negated,
});

function operandOf(operand: unknown): NarrowTerm['operand'] {
  if (typeof operand === 'string') return { $case: 'text', text: operand };
  if (typeof operand === 'number') return { $case: 'number', number: operand };
  if (typeof operand === 'boolean') return { $case: 'flag', flag: operand };
  const isList = Array.isArray(operand) && operand.every((value) => Number.isSafeInteger(value));
  return isList ? { $case: 'numbers', numbers: { values: operand } } : undefined;
}

/** An emitted event. Each delivery has an audience (`to`) and the JSON for clients. */
export type EmittedEvent = { kind: string; deliveries: { to: object; json: Record<string, unknown> }[] };

/** A test service that also returns the events that were emitted since the last call. */
export type LoggedTestService = TestService & { emitted(): Promise<EmittedEvent[]> };

export async function openLoggedTestService(): Promise<LoggedTestService> {
  const service = await openTestService();
  const { database } = service;
  const admin = openDb({ ...database, urlOf: () => database.adminUrl }, 1);
  await admin.execute(
    sql`select pg_create_logical_replication_slot('told_' || current_database(), 'pgoutput')`,
  );
  return {
    ...service,
    async emitted() {
      const rows = await admin.many<{ data: Buffer }>(sql`
        select data from pg_logical_slot_get_binary_changes('told_' || current_database(), null, null,
          'proto_version', '1', 'publication_names', 'none', 'messages', 'true')`);
      return rows
        .filter(({ data }) => data[0] === 'M'.charCodeAt(0))
        .map(({ data }) => emittedEvent(Event.decode(data.subarray(data.indexOf(0, 10) + 5 + 25))));
    },
    async [Symbol.asyncDispose]() {
      await admin.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Decodes an event. Fields of an audience that are not set are left out. */
export const emittedEvent = ({ kind, deliveries }: Event): EmittedEvent => ({
  kind,
  deliveries: deliveries.map(({ audience, json }) => ({
    to: Object.fromEntries(
      Object.entries(audience ?? {}).filter(([, value]) => (Array.isArray(value) ? value.length : value)),
    ),
    json: json.length > 0 ? JSON.parse(json.toString()) : {},
  })),
});
