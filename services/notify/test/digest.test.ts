import { sql } from '@parley/db';
import { GetNotifiedSubscribersResponse } from '@parley/proto/channel/v1/notifications';
import type { NotificationSettings } from '@parley/proto/events/v1/facts';
import { ActiveTopic, MissedMessage } from '@parley/proto/messaging/v1/missed';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '../src/context.ts';
import type { OutgoingMail } from '../src/domain/mail.ts';
import { ChannelInterests } from '../src/facts/channel-interests.ts';
import { deliverDue } from '../src/workers/deliver.ts';
import { writeDigests } from '../src/workers/digest.ts';
import { startTestNotify, type TestNotify } from './support.ts';

const { signal } = new AbortController();
/** Wednesday, 7 January 2026, 9:00 UTC. */
const wednesday = Date.UTC(2026, 0, 7, 9);
const day = 86_400_000;

type Options = {
  nowMs?: number;
  organization?: Readonly<Record<string, unknown>>;
  readers?: number[];
  settings?: Partial<NotificationSettings>;
};

/** Creates the dependencies of the workers for an organization whose digests are due on Wednesdays. */
async function start({
  organization = {},
  readers = [1, 2, 3],
  nowMs = wednesday,
  settings = {},
}: Options = {}) {
  const sent: OutgoingMail[] = [];
  const env = await startTestNotify(
    { send: async (mail) => void sent.push(mail) },
    { organization: { digest_emails_enabled: true, digest_weekday: 2, ...organization }, settings },
  );
  const clock = { nowMs };
  const asked: { since: number[]; dailyOnly: boolean[] } = { since: [], dailyOnly: [] };
  const topicOf = (channelId: number, newestMessageId: number) =>
    ActiveTopic.fromPartial({ channelId, newestMessageId, messageCount: 12, senderCount: 3 });
  const ctx: Ctx = {
    ...env.ctx,
    clock: { ...env.ctx.clock, now: () => clock.nowMs },
    userAdmin: {
      ...env.ctx.userAdmin,
      listDigestReaders: async ({ afterUserId, dailyOnly }) => {
        asked.dailyOnly.push(dailyOnly);
        return { userIds: readers.filter((id) => id > afterUserId) };
      },
    },
    channel: {
      ...env.ctx.channel,
      // Person 1 is subscribed to both channels. Person 2 has muted the second channel. Person 3 is not subscribed any more.
      findSubscriptionHistories: async () => ({
        histories: [
          { userId: 1, history: { channelId: 10, periods: [], isSubscribed: true, isMuted: false } },
          { userId: 1, history: { channelId: 11, periods: [], isSubscribed: true, isMuted: false } },
          { userId: 2, history: { channelId: 10, periods: [], isSubscribed: true, isMuted: false } },
          { userId: 2, history: { channelId: 11, periods: [], isSubscribed: true, isMuted: true } },
          { userId: 3, history: { channelId: 10, periods: [], isSubscribed: false, isMuted: false } },
        ],
      }),
    },
    messaging: {
      ...env.ctx.messaging,
      findActiveTopics: async ({ since }) => {
        asked.since.push(since);
        return { topics: [topicOf(10, 101), topicOf(11, 102)] };
      },
      findMissedMessages: async ({ readers: asked }) => ({
        messages: [101, 102].map((messageId) =>
          MissedMessage.fromPartial({
            messageId,
            channelId: messageId - 91,
            channelName: `channel ${messageId - 91}`,
            topic: 'plans',
            senderFullName: 'Ann',
            content: 'See **you** <soon>',
            renderedContent: '<p>See <strong>you</strong> &lt;soon&gt;</p>',
          }),
        ),
        readers: asked.map(({ userId, messageIds }) => ({
          userId,
          messageIds: messageIds.filter((id) => !env.read.has(id)),
          own: [],
        })),
      }),
    },
  };
  return { env, ctx, sent, clock, asked };
}

async function write(ctx: Ctx): Promise<void> {
  await writeDigests(ctx, signal);
  await makeMailsDue(ctx);
  await deliverDue(ctx, signal);
}

/** Makes unsent mails due now. This also ends the claims of replicas that are sending mails. */
async function makeMailsDue(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`update mails set next_attempt_at = now() - interval '1 s'`);
}

const seen = (env: TestNotify, userId: number, atMs: number) =>
  env.activity.set(userId, { activeAtMs: atMs, connectedAtMs: 0, polledAtMs: 0 });

describe('a digest', () => {
  it('is mailed to people who were away, with the unread topics of their channels', async () => {
    const { env, ctx, sent } = await start();
    await using _env = env;
    await write(ctx);
    expect(sent.map(({ to }) => to).sort()).toEqual(['p1@test.example', 'p2@test.example']);
    const [first, second] = sent.toSorted((one, other) => one.to.localeCompare(other.to));
    expect(first!.subject).toBe('This week in Test');
    expect(first!.text).toContain(
      '#channel 10 > plans (12 messages by 3 people)\nAnn: See you <soon>\nhttps://chat.example/',
    );
    expect(first!.text).toContain('#channel 11 > plans');
    expect(second!.text).not.toContain('channel 11');
    expect(first!.html).toContain('Ann: See you &lt;soon&gt;');
    expect(first!.headers['List-Unsubscribe']).toContain('https://chat.example/unsubscribe/1.');
  });

  it('is written on the weekday of the organization, from eight o’clock (UTC), once', async () => {
    const { env, ctx, sent, clock } = await start({ nowMs: wednesday - 2 * 3_600_000 });
    await using _env = env;
    await write(ctx);
    expect(sent).toEqual([]);
    for (const nowMs of [wednesday, wednesday + 3_600_000, wednesday + day]) {
      clock.nowMs = nowMs;
      await env.db.execute(sql`update digest_runs set claimed_until = now()`);
      await write(ctx);
    }
    expect(sent).toHaveLength(2);
    clock.nowMs = wednesday + 7 * day;
    await write(ctx);
    expect(sent).toHaveLength(4);
  });

  it('is not mailed where the organization turns it off, to people who were active, or without unread topics', async () => {
    const off = await start({ organization: { digest_emails_enabled: false } });
    await using _off = off.env;
    await write(off.ctx);
    const { env, ctx, sent } = await start();
    await using _env = env;
    seen(env, 1, wednesday - 4 * day);
    env.read.add(101);
    await write(ctx);
    expect([...off.sent, ...sent]).toEqual([]);
  });

  it('hides names and contents where the organization hides contents', async () => {
    const { env, ctx, sent } = await start({
      organization: { message_content_allowed_in_email_notifications: false },
    });
    await using _env = env;
    await write(ctx);
    expect(sent[0]!.text).toContain('A topic in one of your channels (12 messages by 3 people)');
    for (const { text, html } of sent) {
      expect(text + html).not.toMatch(/plans|soon|Ann/);
    }
  });

  it('is written once when a replica fails and another continues', async () => {
    const { env, ctx, sent } = await start();
    await using _env = env;
    const failing: Ctx = {
      ...ctx,
      messaging: { ...ctx.messaging, findMissedMessages: () => Promise.reject(new Error('killed')) },
    };
    await expect(writeDigests(failing, signal)).rejects.toThrow('killed');
    await write(ctx);
    expect(sent).toEqual([]);
    // Ends the claim of the replica that failed.
    await env.db.execute(sql`update digest_runs set claimed_until = now()`);
    await Promise.all([writeDigests(ctx, signal), writeDigests(ctx, signal)]);
    await makeMailsDue(ctx);
    await Promise.all([deliverDue(ctx, signal), deliverDue(ctx, signal)]);
    expect(sent).toHaveLength(2);
  });

  it('comes each day to people who want that, about the last day, after a day without activity', async () => {
    const thursday = wednesday + day;
    const { env, ctx, sent, asked, clock } = await start({
      nowMs: thursday,
      settings: { dailyDigest: true },
    });
    await using _env = env;
    seen(env, 1, thursday - 23 * 3_600_000);
    await write(ctx);
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['p2@test.example', 'Since yesterday in Test'],
    ]);
    expect(asked).toEqual({ since: [(thursday - day) / 1000], dailyOnly: [true] });
    // On the weekday of the organization, they do not get a second one of the week.
    clock.nowMs = wednesday + 7 * day;
    await write(ctx);
    expect(sent.map(({ to }) => to).sort()).toEqual([1, 2, 2].map((id) => `p${id}@test.example`));
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(new Set(['Since yesterday in Test']));
    expect(asked.dailyOnly).toEqual([true, false]);
  });

  it('comes only weekly to all others, even if an earlier release of user-admin names them each day', async () => {
    const { env, ctx, sent } = await start({ nowMs: wednesday + day });
    await using _env = env;
    await write(ctx);
    expect(sent).toEqual([]);
  });

  it('waits for the end of quiet hours', async () => {
    const quiet = { hasQuietHours: true, quietFromMinute: 22 * 60, quietToMinute: 11 * 60 + 30 };
    const { env, ctx, sent } = await start({ readers: [1], settings: quiet });
    await using _env = env;
    await writeDigests(ctx, signal);
    const due = await env.db.many<{ at: Date }>(sql`select next_attempt_at as at from mails`);
    expect(due.map(({ at }) => at.getTime())).toEqual([wednesday + 2.5 * 3_600_000]);
    // What was read meanwhile is left out.
    env.read.add(101);
    await makeMailsDue(ctx);
    await deliverDue(ctx, signal);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).not.toContain('channel 10');
    expect(sent[0]!.text).toContain('channel 11');
  });

  it('leaves out topics that the person has muted', async () => {
    const { env, ctx, sent } = await start();
    await using _env = env;
    const muting = GetNotifiedSubscribersResponse.fromPartial({
      topics: [{ userId: 1, topic: 'Plans', visibilityPolicy: 1 }],
    });
    const interests = new ChannelInterests({
      userAdmin: { listChannelNotified: async () => ({ userIds: [] }) },
      channel: {
        getNotifiedSubscribers: async ({ channelId }) =>
          channelId === 10 ? muting : { subscribers: [], topics: [] },
      },
    });
    await write({ ...ctx, interests });
    const [first, second] = sent.toSorted((one, other) => one.to.localeCompare(other.to));
    expect(first!.text).not.toContain('channel 10');
    expect(first!.text).toContain('channel 11');
    expect(second!.text).toContain('channel 10');
  });

  it('has texts in German for people who read German', async () => {
    const { env, ctx, sent } = await start({
      nowMs: wednesday + day,
      readers: [1],
      settings: { dailyDigest: true, language: 'de' },
    });
    await using _env = env;
    await write(ctx);
    expect(sent[0]!.subject).toBe('Seit gestern bei Test');
    expect(sent[0]!.text).toContain('12 Nachrichten von 3 Personen');
    expect(sent[0]!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  });
});
