import { createSealer, silentLogger } from '@parley/core';
import { createDb, type Db, sql } from '@parley/db';
import { createTestFactCache } from '@parley/facts/testing';
import { Failures } from '@parley/outside';
import { Group, NotificationSettings, User } from '@parley/proto/events/v1/facts';
import { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { personOf } from '@parley/rpc';
import { createRegistry } from '@parley/service-kit';
import { createTestDatabase } from '@parley/test-servers';
import type { Ctx } from '../src/context.ts';
import { insertMissed } from '../src/db/missed-messages.ts';
import { insertPhonePushes } from '../src/db/phone-pushes.ts';
import { insertDuePushes } from '../src/db/web-push.ts';
import type { Activity } from '../src/domain/presence.ts';
import { ChannelInterests } from '../src/facts/channel-interests.ts';
import type { Transport } from '../src/mail/transport.ts';
import type { PhoneTransport } from '../src/push/phone-transport.ts';
import type { PushTransport } from '../src/push/transport.ts';

const rules = [
  'everyone',
  'members',
  'administrators',
  'nobody',
  'internet',
  'fullmembers',
  'moderators',
  'owners',
];
const groups = new Map(
  rules.map((rule, at) => [
    10 + at,
    Group.create({ groupId: 10 + at, isSystemGroup: true, rule: `role:${rule}` }),
  ]),
);

export type TestNotify = AsyncDisposable & {
  ctx: Ctx;
  db: Db;
  /** IDs of messages that their recipients have read. */
  read: Set<number>;
  activity: Map<number, Activity>;
  /** Number of pushes by outcome, as the metrics count them. */
  pushed: Map<string, number>;
  /** Stores direct messages that a person has missed, so that mails about them are due. */
  miss(userId: number, ...messageIds: number[]): Promise<void>;
  /** Stores due pushes of messages that mention a person. */
  missPush(userId: number, ...messageIds: number[]): Promise<void>;
  /** Makes all stored mails and pushes due now, as if time had passed. */
  makeDue(): Promise<void>;
};

const settings = NotificationSettings.fromPartial({
  mentionEmail: true,
  mentionPush: true,
  pushWhileActive: true,
  directContentInPush: true,
  contentInEmail: true,
  organizationNamePolicy: 1,
  language: 'en',
});

const noPhones: PhoneTransport = {
  fcm: undefined,
  apns: undefined,
  forwarder: undefined,
  close: () => undefined,
};

const noPush: PushTransport = {
  check: async () => undefined,
  send: async () => ({ kind: 'accepted', detail: '' }),
  write: undefined,
  close: () => undefined,
};

const missedMessage = (messageId: number, userId: number | undefined): MissedMessage =>
  MissedMessage.fromPartial({
    messageId,
    senderId: 20,
    senderFullName: 'P20',
    content: `message ${messageId} to ${userId}`,
    renderedContent: `<p>message <b>${messageId}</b> to ${userId}</p>`,
    senderAvatarUrl: '/user_avatars/generated/8-P.png',
    senderEmail: 'user20@chat.example',
    members: [{ userId: 20, fullName: 'P20' }],
  });

/** Creates a test database and the dependencies of the workers. Other services are replaced by stubs. */
export async function startTestNotify(
  transport: Pick<Transport, 'send'>,
  {
    push = noPush,
    phones = noPhones,
    settings: changed = {},
    organization = {},
    people = 20,
  }: {
    push?: PushTransport;
    phones?: PhoneTransport;
    settings?: Partial<NotificationSettings>;
    organization?: Readonly<Record<string, unknown>>;
    /** Number of people. Their IDs begin with 1. */
    people?: number;
  } = {},
): Promise<TestNotify> {
  const database = await createTestDatabase();
  const db = createDb({
    url: database.urlOf('notify'),
    poolSize: 6,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'notify-test',
  });
  const read = new Set<number>();
  const activity = new Map<number, Activity>();
  const pushed = new Map<string, number>();
  const ids = Array.from({ length: people }, (_, at) => at + 1);
  const userOf = (userId: number) =>
    User.fromPartial({
      userId,
      fullName: `P${userId}`,
      deliveryEmail: `p${userId}@test.example`,
      isActive: true,
    });
  const ctx: Ctx = {
    db,
    factCache: createTestFactCache({
      users: new Map(ids.map((userId) => [userId, userOf(userId)])),
      groups,
      settings: { name: 'Test', ...organization },
      notificationSettings: new Map(ids.map((userId) => [userId, { ...settings, ...changed, userId }])),
    }),
    interests: new ChannelInterests({
      userAdmin: { listChannelNotified: async () => ({ userIds: [] }) },
      channel: { getNotifiedSubscribers: async () => ({ subscribers: [], topics: [] }) },
    }),
    activity: { activityOf: async () => activity, close: () => undefined },
    userAdmin: {
      updateSettings: async () => ({}),
      listDigestReaders: async () => ({ userIds: [] }),
      setPushPermission: async () => ({}),
      findMailAddresses: async () => ({ addresses: [] }),
      checkCredential: async () => ({}),
    },
    messaging: {
      sendMessage: async () => ({ id: 1, url: '', link: '' }),
      findActiveTopics: async () => ({ topics: [] }),
      getMissedMessages: async ({ messageIds }, call) => ({
        messages: messageIds
          .filter((id) => !read.has(id))
          .map((id) => missedMessage(id, personOf(call)?.userId)),
      }),
      findMissedMessages: async ({ readers }) => ({
        messages: [],
        readers: readers.map(({ userId, messageIds }) => {
          const unread = messageIds.filter((id) => !read.has(id));
          return { userId, messageIds: unread, own: unread.map((id) => missedMessage(id, userId)) };
        }),
      }),
    },
    transport: { send: transport.send, close: () => undefined },
    mailsPerMinute: 0,
    push,
    phones,
    silentHosts: new Failures(10_000, 600_000),
    publicUrl: 'https://chat.example',
    host: 'chat.example',
    secretKey: 'a key of 32 or more characters for tests',
    secretKeys: { current: 'a key of 32 or more characters for tests', alsoAccepted: undefined },
    sealer: createSealer(
      { current: 'a key of 32 or more characters for tests', alsoAccepted: undefined },
      'test',
    ),
    idleMs: 1_000,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    channel: {
      getChannelEmailAddress: async () => ({ email: '' }),
      findSubscriptionHistories: async () => ({ histories: [] }),
      findMailedChannels: async () => ({ channelIds: [] }),
      changeSubscriptionSettings: async () => ({}),
    },
    files: {
      storeFile: async () => {
        throw new Error('not expected');
      },
    },
    mailIn: undefined,
    telemetry: {
      received: () => undefined,
      decided: () => undefined,
      settled: () => undefined,
      mailed: () => undefined,
      digested: () => undefined,
      pushed: (_service, outcome, count) => void pushed.set(outcome, (pushed.get(outcome) ?? 0) + count),
    },
    logger: silentLogger,
  };
  return {
    ctx,
    db,
    read,
    activity,
    pushed,
    async missPush(userId, ...messageIds) {
      for (const messageId of messageIds) {
        const people = [{ userId, reason: 'mention', delayMs: 0 }];
        const message = { messageId, sentAt: new Date(Date.now() - 1_000) };
        await db.tx(async (tx) => {
          await insertDuePushes(tx, message, people, push.write !== undefined);
          await insertPhonePushes(tx, message, people);
        });
      }
    },
    async miss(userId, ...messageIds) {
      const dueAt = new Date(Date.now() - 1_000);
      for (const messageId of messageIds) {
        const missed = [{ userId, reason: 'direct_message', dueAt }];
        await db.tx((tx) => insertMissed(tx, { messageId, sentAt: dueAt }, missed));
      }
    },
    async makeDue() {
      await db.execute(sql`update due_people set due_at = now() - interval '1 s'`);
      await db.execute(sql`
        update phone_pushes set due_at = now() - interval '1 s', claimed_until = null where state <> 'shown'`);
      await db.execute(sql`update phones set next_attempt_at = now() where next_attempt_at is not null`);
      await db.execute(sql`update due_pushes set due_at = now() - interval '1 s', claimed_until = null`);
      await db.execute(sql`update mails set next_attempt_at = now() - interval '1 s'`);
    },
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.drop();
    },
  };
}
