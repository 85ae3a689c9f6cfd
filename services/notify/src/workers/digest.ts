import { randomUUID } from 'node:crypto';
import { createScope, type NotificationSettings, type Scope, type User } from '@parley/facts';
import type { ActiveTopic, MissedMessage } from '@parley/proto/messaging/v1/missed';
import { backgroundCall } from '@parley/rpc';
import { type UserId, userTopicKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { advanceDigests, claimDigests, type DigestRun, releaseDigests } from '../db/digest-runs.ts';
import { insertMails, type NewReport } from '../db/mails.ts';
import {
  candidateTopics,
  type DigestDay,
  digestDay,
  digestSince,
  digestTopics,
  isLongAway,
  morningMs,
} from '../domain/digest.ts';
import type { DigestFrequency } from '../domain/mail.ts';
import { lastSeenMs, noActivity } from '../domain/presence.ts';
import { quietUntilMs } from '../domain/quiet.ts';
import { type ChannelInterest, hasMutedTopic } from '../domain/recipients.ts';
import { findStillUnread } from '../facts/unread.ts';

/** Maximum number of people per round. */
const batch = 200;
/** Duration of a claim in seconds. It is longer than a round can take. */
const leaseSeconds = 120;
const workWithinMs = 60_000;

/**
 * Writes the digests of today if the organization has turned digests on: on its weekday those of everybody, on other days of the
 * people who want one each day. One replica works at a time. Mails and progress are stored in one transaction. So after a crash
 * nobody misses a digest or gets a second one.
 * @returns false, because nothing more is due
 */
export async function writeDigests(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const { digest_emails_enabled: isEnabled, digest_weekday: weekday } = await scopeOf(ctx, signal).settings();
  const today = isEnabled ? digestDay(ctx.clock.now(), weekday) : undefined;
  if (today === undefined) return false;
  let run = await claimDigests(ctx.db, today.day, leaseSeconds);
  if (!run) return false;
  const active = activeTopics(ctx);
  while (run && !signal.aborted)
    run = await writePage(ctx, run, { ...today, active, signal, scope: scopeOf(ctx, signal) });
  if (run) await releaseDigests(ctx.db, today.day);
  return false;
}

const scopeOf = ({ factCache }: Ctx, signal: AbortSignal): Scope =>
  createScope(factCache, backgroundCall({ timeoutMs: workWithinMs, signal }));

type ActiveTopics = (frequency: DigestFrequency, scope: Scope) => Promise<readonly ActiveTopic[]>;

/** Returns a function that asks for the most active topics once for each frequency, when somebody may get them. */
function activeTopics({ messaging, clock }: Ctx): ActiveTopics {
  const asked = new Map<DigestFrequency, readonly ActiveTopic[]>();
  return async (frequency, { call }) => {
    const known = asked.get(frequency);
    if (known) return known;
    const { topics } = await messaging.findActiveTopics({ since: digestSince(frequency, clock.now()) }, call);
    asked.set(frequency, topics);
    return topics;
  };
}

/** What the pages of a run share. */
type Page = DigestDay & { active: ActiveTopics; scope: Scope; signal: AbortSignal };

/** Writes the digests of the next people. @returns the new progress; undefined when the run has ended */
async function writePage(ctx: Ctx, run: DigestRun, page: Page): Promise<DigestRun | undefined> {
  const request = { afterUserId: run.afterUserId, limit: batch, dailyOnly: !page.isWeekly };
  const { userIds } = await ctx.userAdmin.listDigestReaders(request, page.scope.call);
  const mails = await digestsFor(ctx, userIds, page);
  const isLast = userIds.length < batch;
  const afterUserId = userIds.at(-1) ?? run.afterUserId;
  const isOwn = await ctx.db.tx(async (tx) => {
    if (!(await advanceDigests(tx, run, { afterUserId, isLast, leaseSeconds }))) return false;
    await insertMails(tx, mails);
    return true;
  });
  if (isOwn) ctx.telemetry.digested(mails.length);
  return isOwn && !isLast ? { ...run, afterUserId } : undefined;
}

/** A person who gets a digest if there is something to report. */
type DigestReader = { person: User; wants: NotificationSettings; frequency: DigestFrequency };

/** Returns the digest mails for the people who are away and have unread topics. */
async function digestsFor(ctx: Ctx, userIds: readonly UserId[], page: Page): Promise<NewReport[]> {
  const readers = await findReaders(ctx, userIds, page);
  const mails: NewReport[] = [];
  for (const [frequency, some] of Map.groupBy(readers, (reader) => reader.frequency)) {
    const topics = await page.active(frequency, page.scope);
    if (topics.length > 0) mails.push(...(await mailsFor(ctx, some, topics, page)));
  }
  return mails;
}

/** Returns the people who want a digest today, and were away long enough. */
async function findReaders(
  ctx: Ctx,
  userIds: readonly UserId[],
  { isWeekly, scope }: Page,
): Promise<DigestReader[]> {
  const [people, settings, activity] = await Promise.all([
    scope.users.many(userIds),
    scope.notificationSettings(userIds),
    ctx.activity.activityOf(userIds, scope.call),
  ]);
  const nowMs = ctx.clock.now();
  return userIds.flatMap((userId) => {
    const [person, wants] = [people.get(userId), settings.get(userId)];
    if (!person?.isActive || !wants || (!isWeekly && !wants.dailyDigest)) return [];
    const frequency = wants.dailyDigest ? 'daily' : 'weekly';
    const seenAtMs = lastSeenMs(activity.get(userId) ?? noActivity, { nowMs, idleMs: ctx.idleMs });
    const isAway = isLongAway(frequency, Math.max(seenAtMs, person.joinedAt * 1000), nowMs);
    return isAway ? [{ person, wants, frequency }] : [];
  });
}

/** Returns the mails for people with the same frequency. They leave in the morning of each person, and after quiet times. */
async function mailsFor(
  ctx: Ctx,
  readers: readonly DigestReader[],
  topics: readonly ActiveTopic[],
  { scope, signal }: Page,
): Promise<NewReport[]> {
  const channels = await channelsOf(
    ctx,
    readers.map(({ person }) => person),
    topics,
    scope,
  );
  const candidates = new Map(
    readers.map(({ person: { userId } }) => [
      userId,
      candidateTopics(topics, channels.get(userId) ?? new Set()),
    ]),
  );
  const unread = await findStillUnread(
    ctx,
    new Map(
      Array.from(candidates, ([userId, own]) => [userId, own.map(({ newestMessageId }) => newestMessageId)]),
    ),
    scope,
  );
  const isMuted = await mutedTopics(ctx, [...candidates.values()].flat(), signal);
  return readers.flatMap(({ person, wants, frequency }) => {
    const { userId, deliveryEmail, timezone } = person;
    const own = digestTopics(candidates.get(userId) ?? [], unread.get(userId), (newest) =>
      isMuted(userId, newest),
    );
    if (own.length === 0) return [];
    const reported = own.map(({ topic: { newestMessageId, messageCount, senderCount } }) => ({
      newestMessageId,
      messageCount,
      senderCount,
    }));
    const fromMs = morningMs(timezone, ctx.clock.now());
    return [
      {
        userId,
        address: deliveryEmail,
        messageId: `<${randomUUID()}@${ctx.host}>`,
        report: { kind: 'digest' as const, topics: reported, frequency },
        dueAtMs: quietUntilMs(wants, timezone, fromMs) ?? fromMs,
      },
    ];
  });
}

/** Returns a function that says whether a person has muted the topic of a message in one of the channels. */
async function mutedTopics(
  ctx: Ctx,
  topics: readonly ActiveTopic[],
  signal: AbortSignal,
): Promise<(userId: UserId, message: MissedMessage) => boolean> {
  const interests = new Map<number, ChannelInterest>();
  for (const channelId of new Set(topics.map((topic) => topic.channelId)))
    interests.set(channelId, await ctx.interests.get(channelId, signal));
  return (userId, { channelId, topic }) =>
    hasMutedTopic(interests.get(channelId), userTopicKey(channelId, topic), userId);
}

/** Returns the channels that each person is subscribed to and has not muted, by user ID. */
async function channelsOf(
  ctx: Ctx,
  readers: readonly User[],
  topics: readonly ActiveTopic[],
  { call }: Scope,
): Promise<Map<number, Set<number>>> {
  const { histories } = await ctx.channel.findSubscriptionHistories(
    {
      userIds: readers.map(({ userId }) => userId),
      channelIds: [...new Set(topics.map(({ channelId }) => channelId))],
    },
    call,
  );
  const found = new Map<number, Set<number>>();
  for (const { userId, history } of histories) {
    if (!history?.isSubscribed || history.isMuted) continue;
    found.set(userId, (found.get(userId) ?? new Set()).add(history.channelId));
  }
  return found;
}
