import { sql } from '@parley/db';
import type { FollowedEvent, Follower } from '@parley/event-log';
import type { NotificationSettings } from '@parley/facts';
import { MessageSent } from '@parley/proto/events/v1/facts';
import { userTopicKey } from '@parley/rules';
import { afterEach, describe, expect, it } from 'vitest';
import { insertMissed, missedOf } from '../src/db/missed-messages.ts';
import { markShown } from '../src/db/phone-pushes.ts';
import {
  addWaiting,
  advanceTurn,
  beginTurn,
  claimTurn,
  moveTurn,
  removeWaiting,
  storeWaiting,
} from '../src/db/topic-turns.ts';
import type { OutgoingMail } from '../src/domain/mail.ts';
import { betweenTurnsMs } from '../src/domain/pace.ts';
import { noActivity } from '../src/domain/presence.ts';
import { decidingWorker } from '../src/workers/decide-for.ts';
import { deliverDue } from '../src/workers/deliver.ts';
import { gatherDue } from '../src/workers/gather.ts';
import { tellDue } from '../src/workers/tell.ts';
import { placedMessage, WaitingMessages } from '../src/workers/waiting.ts';
import { startTestNotify, type TestNotify } from './support.ts';

const { signal } = new AbortController();
const channelId = 5;
const people = 600;
const sender = 20;
const stops: (() => Promise<unknown>)[] = [];
const sent: OutgoingMail[] = [];
afterEach(async () => {
  sent.length = 0;
  for (const stop of stops.splice(0)) await stop();
});

/** Starts the service. People with the IDs up to `followers` follow the topic `lunch`, and everybody has a browser and a phone. */
async function start(
  followers = 3,
  topics: readonly string[] = ['lunch'],
  settings: Partial<NotificationSettings> = {},
): Promise<TestNotify> {
  const env = await startTestNotify(
    { send: async (mail) => void sent.push(mail) },
    { people, settings: { followedTopicPush: true, followedTopicEmail: true, ...settings } },
  );
  stops.push(async () => await env[Symbol.asyncDispose]());
  const follow = () =>
    Array.from({ length: followers }, (_, at) =>
      topics.map((topic) => ({ userId: at + 1, topic, visibilityPolicy: 3 })),
    ).flat();
  const { interests } = env.ctx;
  const owners = {
    userAdmin: { listChannelNotified: async () => ({ userIds: [] }) },
    channel: { getNotifiedSubscribers: async () => ({ subscribers: [], topics: follow() }) },
  };
  env.ctx.interests = new (interests.constructor as new (o: typeof owners) => typeof interests)(owners);
  await env.db.execute(sql`
    insert into web_push_subscriptions (user_id, endpoint, p256dh, auth)
    select n, 'https://push.example/' || n, 'k', 'a' from generate_series(1, ${people}::int8) n`);
  await env.db.execute(sql`
    insert into phones (user_id, kind, service, token)
    select n, 'token', 'fcm', 'phone-' || n from generate_series(1, ${people}::int8) n`);
  return env;
}

const messageOf = (messageId: number, topic = 'lunch', excludedIds: readonly number[] = [sender]) => ({
  messageId,
  sentAtMs: Date.now() - 1_000,
  excludedIds,
  channelId,
  topicKey: userTopicKey(channelId, topic),
  place: { epoch: 'e1', eventId: messageId * 256 },
  sequence: messageId,
});

const send = ({ db }: TestNotify, ...messages: ReturnType<typeof messageOf>[]) =>
  db.tx((tx) => storeWaiting(tx, decidingWorker, messages));

/** Makes the next turn of every topic due now, as if time had passed. */
const pass = ({ db }: TestNotify) =>
  db.execute(sql`update topic_turns set due_at = now() - interval '1 s', claimed_until = null`);

type Told = { userId: number; messageId: number };
const pushes = ({ db }: TestNotify) =>
  db.many<Told>(sql`select user_id as "userId", message_id as "messageId" from due_pushes order by 1, 2`);
const phonePushes = ({ db }: TestNotify) =>
  db.many<Told>(sql`select user_id as "userId", message_id as "messageId" from phone_pushes order by 1, 2`);
const missed = ({ db }: TestNotify) => missedOf(db, [1, 2, 3], 500);
const counts = ({ db }: TestNotify) =>
  db.one<Record<string, number>>(sql`
    select (select count(*) from due_pushes)::int8 as pushes, (select count(*) from phone_pushes)::int8 as phones,
           (select count(*) from missed_messages)::int8 as missed, (select count(*) from due_people)::int8 as people,
           (select count(*) from waiting_messages)::int8 as waiting, (select count(*) from topic_turns)::int8 as turns`);

describe('messages of a followed topic', () => {
  it('are told at once after a silence, then together, and each person has a row for the conversation', async () => {
    const env = await start();
    await send(env, messageOf(101));
    expect(await tellDue(env.ctx, signal)).toBe(true);
    expect(await pushes(env)).toEqual([1, 2, 3].map((userId) => ({ userId, messageId: 101 })));
    for (let id = 102; id <= 400; id++) await send(env, messageOf(id));
    // The next turn has not come.
    expect(await tellDue(env.ctx, signal)).toBe(false);
    await pass(env);
    expect(await tellDue(env.ctx, signal)).toBe(true);
    // The push about the newest message has replaced the first one, which waited.
    expect(await pushes(env)).toEqual([1, 2, 3].map((userId) => ({ userId, messageId: 400 })));
    expect(await phonePushes(env)).toEqual([1, 2, 3].map((userId) => ({ userId, messageId: 400 })));
    // Two turns: mails have a row for each, however many messages it has.
    expect(await counts(env)).toMatchObject({ missed: 6, people: 3, waiting: 0, turns: 1 });
    await pass(env);
    await tellDue(env.ctx, signal);
    expect(await counts(env)).toMatchObject({ missed: 6, turns: 0 });
  });

  it('have their next turn after a while', async () => {
    const env = await start();
    await send(env, messageOf(101));
    await tellDue(env.ctx, signal);
    const { ms } = await env.db.one<{ ms: number }>(
      sql`select extract(epoch from due_at - now())::float8 * 1000 as ms from topic_turns`,
    );
    expect(ms).toBeLessThanOrEqual(betweenTurnsMs);
    expect(ms).toBeGreaterThan(betweenTurnsMs - 20_000);
  });

  it('tell a person of the newest message that is not their own and of which they are not notified otherwise', async () => {
    const env = await start();
    await send(env, messageOf(101), messageOf(102, 'lunch', [1]), messageOf(103, 'lunch', [sender, 1, 2]));
    await tellDue(env.ctx, signal);
    expect(await pushes(env)).toEqual([
      { userId: 1, messageId: 101 },
      { userId: 2, messageId: 102 },
      { userId: 3, messageId: 103 },
    ]);
  });

  it('tell nobody of messages that were deleted before the turn', async () => {
    const env = await start();
    await send(env, messageOf(101), messageOf(102));
    await removeWaiting(env.db, [102]);
    await tellDue(env.ctx, signal);
    expect(await pushes(env)).toEqual([1, 2, 3].map((userId) => ({ userId, messageId: 101 })));
  });

  it('are stored once, also when their events are repeated after their turn', async () => {
    const env = await start();
    await send(env, messageOf(101), messageOf(102));
    await tellDue(env.ctx, signal);
    await send(env, messageOf(101), messageOf(102), messageOf(103));
    expect(await counts(env)).toMatchObject({ waiting: 1 });
  });

  it('of a busy topic leave a person who gets mails rarely a bounded number of rows', async () => {
    const env = await start();
    await env.db.execute(sql`
      insert into missed_messages select 1, n, 'followed_topic', now() from generate_series(1001, 1500) n`);
    await send(env, messageOf(101));
    await tellDue(env.ctx, signal);
    const rows = await env.db.many<{ userId: number; rows: number }>(sql`
      select user_id as "userId", count(*)::int8 as rows from missed_messages group by 1 order by 1`);
    expect(rows).toEqual([
      { userId: 1, rows: 500 },
      { userId: 2, rows: 1 },
      { userId: 3, rows: 1 },
    ]);
    const mention = { messageId: 102, sentAt: new Date() };
    await env.db.tx((tx) => insertMissed(tx, mention, [{ userId: 1, reason: 'mention', dueAt: new Date() }]));
    expect(await missedOf(env.db, [1], 600)).toHaveLength(501);
  });
});

describe('a turn', () => {
  it('tells people in steps, each of them once when it is interrupted and another replica continues it', async () => {
    const env = await start(people);
    await send(env, messageOf(101));
    const stopping = new AbortController();
    const telemetry = { ...env.ctx.telemetry, decided: () => stopping.abort() };
    await expect(tellDue({ ...env.ctx, telemetry }, stopping.signal)).rejects.toThrow();
    const { missed: first } = await counts(env);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(people);
    // The mails to these people are written meanwhile, and another message is sent.
    await env.db.execute(sql`delete from missed_messages`);
    await send(env, messageOf(102));
    expect(await tellDue(env.ctx, signal)).toBe(true);
    const rest = await env.db.many<Told>(
      sql`select user_id as "userId", message_id as "messageId" from missed_messages`,
    );
    // The sender of both messages is not told.
    expect(rest).toHaveLength(people - 1 - first!);
    expect(new Set(rest.map(({ messageId }) => messageId))).toEqual(new Set([101]));
    await pass(env);
    await tellDue(env.ctx, signal);
    expect(await counts(env)).toMatchObject({ missed: rest.length + people - 1, waiting: 0 });
  });

  it('of one topic is told by one replica at a time, and by another one when the first is slow', async () => {
    const env = await start(people);
    await send(env, messageOf(101));
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = {
      ...env.ctx,
      interests: {
        get: async (...args: Parameters<typeof env.ctx.interests.get>) => {
          begun.resolve();
          await held.promise;
          return env.ctx.interests.get(...args);
        },
      } as unknown as typeof env.ctx.interests,
    };
    const first = tellDue(slow, signal);
    await begun.promise;
    expect(await claimTurn(env.db, 60)).toBeUndefined();
    await pass(env);
    await tellDue(env.ctx, signal);
    held.resolve();
    await first;
    expect(await counts(env)).toMatchObject({ missed: people - 1, pushes: people - 1, phones: people - 1 });
  });

  it('goes on under the new name of a topic that is renamed in the middle', async () => {
    const env = await start(3, ['dinner']);
    await send(env, messageOf(101));
    const turn = await claimTurn(env.db, 60);
    const progress = await env.db.tx((tx) => beginTurn(tx, turn!.turnId, 50));
    const step = { upTo: 1, leaseSeconds: 60 };
    expect(await env.db.tx((tx) => advanceTurn(tx, turn!, progress!, step))).toBe(true);
    const [from, to] = ['lunch', 'dinner'].map((topic) => userTopicKey(channelId, topic));
    await env.db.tx((tx) => moveTurn(tx, from!, { channelId, topicKey: to! }));
    // The replica that has begun under the former name stops.
    const next = { ...progress!, afterUserId: 1 };
    expect(await env.db.tx((tx) => advanceTurn(tx, turn!, next, { ...step, upTo: 2 }))).toBe(false);
    await tellDue(env.ctx, signal);
    expect(await pushes(env)).toEqual([2, 3].map((userId) => ({ userId, messageId: 101 })));
    expect(await counts(env)).toMatchObject({ turns: 1, waiting: 0 });
  });

  it('of a topic that becomes part of another one is told with the other one', async () => {
    const env = await start(3, ['dinner']);
    await send(env, messageOf(101), messageOf(102, 'dinner'));
    const [from, to] = ['lunch', 'dinner'].map((topic) => userTopicKey(channelId, topic));
    await env.db.tx((tx) => moveTurn(tx, from!, { channelId, topicKey: to! }));
    await removeWaiting(env.db, [102]);
    await tellDue(env.ctx, signal);
    expect(await pushes(env)).toEqual([1, 2, 3].map((userId) => ({ userId, messageId: 101 })));
    expect(await counts(env)).toMatchObject({ turns: 1 });
  });

  it('does not miss a message that is sent while a topic without messages is deleted', async () => {
    const env = await start();
    for (let round = 0; round < 20; round++) {
      await send(env, messageOf(101 + 2 * round));
      await tellDue(env.ctx, signal);
      await pass(env);
      await Promise.all([tellDue(env.ctx, signal), send(env, messageOf(102 + 2 * round))]);
      await pass(env);
      await tellDue(env.ctx, signal);
      expect((await pushes(env))[0]!.messageId).toBe(102 + 2 * round);
      await env.db.execute(sql`delete from topic_turns`);
    }
    expect(await counts(env)).toMatchObject({ waiting: 0 });
  });

  it('keeps notifications that a phone may show, so that they are removed when their messages are read', async () => {
    const env = await start(1);
    await send(env, messageOf(101));
    await tellDue(env.ctx, signal);
    await env.db.execute(sql`update phone_pushes set attempts = 1, claimed_until = now() - interval '1 s'`);
    await send(env, messageOf(102));
    await pass(env);
    await tellDue(env.ctx, signal);
    expect(await phonePushes(env)).toEqual([101, 102].map((messageId) => ({ userId: 1, messageId })));
    const rows = await env.db.many<{ pushId: number }>(sql`select push_id as "pushId" from phone_pushes`);
    await markShown(
      env.db,
      rows.map(({ pushId }) => pushId),
    );
    await send(env, messageOf(103));
    await pass(env);
    await tellDue(env.ctx, signal);
    expect(await phonePushes(env)).toEqual([101, 102, 103].map((messageId) => ({ userId: 1, messageId })));
  });
});

describe('a mail about a turn', () => {
  const reported = ({ db }: TestNotify) =>
    db.many<{ ids: number[] }>(
      sql`select array(select x::int8 from jsonb_array_elements_text(report -> 'messageIds') x) as ids from mails order by mail_id`,
    );

  it('reports its newest messages that are unread, without those that the person has written', async () => {
    const env = await start(1);
    await send(env, ...Array.from({ length: 100 }, (_, at) => messageOf(101 + at)));
    await tellDue(env.ctx, signal);
    for (const id of [199, 160]) env.read.add(id);
    expect(await missed(env)).toMatchObject([{ userId: 1, messageId: 200, messages: { length: 50 } }]);
    await env.makeDue();
    await gatherDue(env.ctx, signal);
    const [mail, ...more] = await reported(env);
    expect(more).toEqual([]);
    const expected = Array.from({ length: 50 }, (_, at) => 151 + at).filter((id) => ![199, 160].includes(id));
    expect(mail!.ids).toEqual(expected);
    expect(await counts(env)).toMatchObject({ missed: 0, people: 0 });
  });

  it.each([true, false])(
    'says how many earlier messages it leaves out (it shows messages: %s)',
    async (contentInEmail) => {
      const env = await start(1, ['lunch'], { contentInEmail });
      await send(env, ...Array.from({ length: 80 }, (_, at) => messageOf(101 + at)));
      await tellDue(env.ctx, signal);
      await env.makeDue();
      await gatherDue(env.ctx, signal);
      await deliverDue(env.ctx, signal);
      expect(sent).toHaveLength(1);
      expect(sent[0]!.text).toContain(
        contentInEmail
          ? 'Up to 30 earlier messages of this conversation are not in this mail.'
          : 'You have at least 50 unread messages in Test.',
      );
      // When the oldest one that is listed is read, those before it are, too.
      for (let id = 301; id <= 400; id++) await send(env, messageOf(id));
      await pass(env);
      await tellDue(env.ctx, signal);
      env.read.add(351);
      await env.makeDue();
      await gatherDue(env.ctx, signal);
      await deliverDue(env.ctx, signal);
      expect(sent).toHaveLength(2);
      expect(sent[1]!.text).not.toContain('at least');
      expect(sent[1]!.text).not.toContain('earlier messages');
    },
  );

  it('is not written about messages before which the person was active, and reports the others', async () => {
    const env = await start(1);
    const [early, late] = [Date.now() - 60_000, Date.now() - 10_000];
    await send(env, { ...messageOf(101), sentAtMs: early }, { ...messageOf(102), sentAtMs: late });
    await tellDue(env.ctx, signal);
    env.activity.set(1, { ...noActivity, activeAtMs: early + 1_000 });
    await env.makeDue();
    await gatherDue(env.ctx, signal);
    expect(await reported(env)).toEqual([{ ids: [102] }]);
  });

  it('waits as a whole while the person counts as present', async () => {
    const env = await start(1);
    env.ctx.idleMs = 60_000;
    const now = Date.now();
    await send(env, { ...messageOf(101), sentAtMs: now - 20_000 }, { ...messageOf(102), sentAtMs: now });
    await tellDue(env.ctx, signal);
    env.activity.set(1, { ...noActivity, activeAtMs: now - 10_000 });
    await env.makeDue();
    await gatherDue(env.ctx, signal);
    expect(await reported(env)).toEqual([]);
    expect(await counts(env)).toMatchObject({ missed: 1, people: 1 });
  });
});

describe('collected messages', () => {
  const event = { id: 256, assignedId: 101, sequence: 1, committedAtUs: Date.now() * 1_000 } as FollowedEvent;
  const sent = MessageSent.fromPartial({
    senderId: sender,
    place: { $case: 'channel', channel: { channelId, topic: 'Lunch' } },
    personalFlags: [
      { userId: 3, flags: ['mentioned'] },
      { userId: 4, flags: ['read'] },
      { userId: 5, flags: ['has_alert_word'] },
    ],
  });

  it('are stored together, and again after a failure', async () => {
    const env = await start();
    let isDown = true;
    const tx: typeof env.db.tx = (run) => (isDown ? Promise.reject(new Error('down')) : env.db.tx(run));
    const waiting = new WaitingMessages({ db: { ...env.db, tx } });
    expect(waiting.flush()).toBeUndefined();
    waiting.add(placedMessage(event, sent, 'e1')!);
    await expect(waiting.flush()).rejects.toThrow('down');
    isDown = false;
    await waiting.flush();
    expect(waiting.flush()).toBeUndefined();
    const rows = await env.db.many(
      sql`select topic_key as key, excluded_ids as ids from waiting_messages join topic_turns using (turn_id)`,
    );
    expect(rows).toEqual([{ key: '5 lunch', ids: [sender, 3, 4] }]);
  });

  it('of two replicas are stored without a deadlock', async () => {
    const env = await start();
    const some = (offset: number) =>
      Array.from({ length: 50 }, (_, at) => messageOf(offset + at, `t${(at * 7 + offset) % 50}`));
    await Promise.all([1_000, 2_000, 3_000].map((offset) => env.db.tx((tx) => addWaiting(tx, some(offset)))));
    expect(await counts(env)).toMatchObject({ waiting: 150, turns: 50 });
  });
});

it('a turn waits until this process has read the log up to its newest message', async () => {
  const env = await start(1);
  await send(env, messageOf(101));
  const waited: number[] = [];
  const follower = {
    position: { epoch: 'e1', sequence: 1 },
    waitFor: async (sequence: number) => void waited.push(sequence),
  } as unknown as Follower;
  const factCache = { ...env.ctx.factCache, follower };
  await tellDue({ ...env.ctx, factCache }, signal);
  expect(waited).toEqual([101]);
});
