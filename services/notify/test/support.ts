import { silentLogger } from '@parley/core';
import { createDb, type Db, sql } from '@parley/db';
import { createTestDirectory } from '@parley/directory/testing';
import { Failures } from '@parley/outside';
import { Group, NotificationSettings, User } from '@parley/proto/events/v1/facts';
import { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { createRegistry } from '@parley/service-kit';
import { createTestDatabase } from '@parley/test-servers';
import type { Ctx } from '../src/context.ts';
import { insertMissed } from '../src/db/missed-messages.ts';
import { insertDuePushes } from '../src/db/web-push.ts';
import type { Activity } from '../src/domain/presence.ts';
import { ChannelInterests } from '../src/facts/channel-interests.ts';
import type { Transport } from '../src/mail/transport.ts';
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
  /** IDs of messages that are read. */
  read: Set<number>;
  activity: Map<number, Activity>;
  /** Numbers of pushes by outcome. */
  pushed: Map<string, number>;
  /** Stores that a person is due to be mailed about direct messages. */
  miss(userId: number, ...messageIds: number[]): Promise<void>;
  /** Stores that a person is to be notified by push about messages, of which the reason is a mention. */
  missPush(userId: number, ...messageIds: number[]): Promise<void>;
  /** Makes everything due now, as the passing of time does. */
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

const noPush: PushTransport = {
  check: async () => undefined,
  send: async () => ({ kind: 'accepted', detail: '' }),
  write: undefined,
};

/** Starts the workers' dependencies on a database of their own; other services are stand-ins. */
export async function startTestNotify(
  transport: Pick<Transport, 'send'>,
  {
    push = noPush,
    settings: changed = {},
  }: { push?: PushTransport; settings?: Partial<NotificationSettings> } = {},
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
  const ids = Array.from({ length: 20 }, (_, at) => at + 1);
  const userOf = (userId: number) =>
    User.fromPartial({
      userId,
      fullName: `P${userId}`,
      deliveryEmail: `p${userId}@test.example`,
      isActive: true,
    });
  const ctx: Ctx = {
    db,
    directory: createTestDirectory({
      users: new Map(ids.map((userId) => [userId, userOf(userId)])),
      groups,
      settings: { name: 'Test' },
      notificationSettings: new Map(ids.map((userId) => [userId, { ...settings, ...changed, userId }])),
    }),
    interests: new ChannelInterests({
      userAdmin: { listChannelNotified: async () => ({ userIds: [] }) },
      channel: { getNotifiedSubscribers: async () => ({ subscribers: [], topics: [] }) },
    }),
    activity: { activityOf: async () => activity, close: () => undefined },
    userAdmin: { updateSettings: async () => ({}) },
    messaging: {
      getMissedMessages: async ({ messageIds }, { principal }) => ({
        messages: messageIds
          .filter((id) => !read.has(id))
          .map((messageId) =>
            MissedMessage.fromPartial({
              messageId,
              senderId: 20,
              senderFullName: 'P20',
              content: `message ${messageId} to ${principal?.userId}`,
              members: [{ userId: 20, fullName: 'P20' }],
            }),
          ),
      }),
    },
    transport: { send: transport.send, close: () => undefined },
    push,
    silentHosts: new Failures(10_000, 600_000),
    publicUrl: 'https://chat.example',
    host: 'chat.example',
    secretKey: 'a key of 32 or more characters for tests',
    idleMs: 1_000,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    telemetry: {
      decided: () => undefined,
      settled: () => undefined,
      mailed: () => undefined,
      pushed: (outcome, count) => void pushed.set(outcome, (pushed.get(outcome) ?? 0) + count),
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
        const people = [{ userId, reason: 'mention' }];
        const message = { messageId, sentAt: new Date(Date.now() - 1_000) };
        await db.tx((tx) => insertDuePushes(tx, message, people, push.write !== undefined));
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
      await db.execute(sql`update due_pushes set due_at = now() - interval '1 s'`);
      await db.execute(sql`update mails set next_attempt_at = now() - interval '1 s'`);
    },
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.drop();
    },
  };
}
