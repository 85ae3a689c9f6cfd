import { randomUUID } from 'node:crypto';
import { createScope, type Scope, type User } from '@parley/directory';
import type { ActiveTopic } from '@parley/proto/messaging/v1/missed';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { advanceDigests, claimDigests, type DigestRun, releaseDigests } from '../db/digest-runs.ts';
import { insertMails, type NewReport } from '../db/mails.ts';
import { candidateTopics, digestDay, digestPeriodMs, digestTopics, isLongAway } from '../domain/digest.ts';
import { lastSeenMs, noActivity } from '../domain/presence.ts';
import { findStillUnread } from '../facts/unread.ts';

/** Maximum number of people per round. */
const batch = 200;
/** Duration of a claim in seconds. It is longer than a round can take. */
const leaseSeconds = 120;
const workWithinMs = 60_000;

/**
 * Writes the digests of today if the organization has turned digests on and today is its weekday for them. One replica works at
 * a time. Mails and progress are stored in one transaction. So after a crash nobody misses a digest or gets a second one.
 * @returns false, because nothing more is due
 */
export async function writeDigests(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const { digest_emails_enabled: isEnabled, digest_weekday: weekday } = await scopeOf(ctx, signal).settings();
  const day = isEnabled ? digestDay(ctx.clock.now(), weekday) : undefined;
  if (day === undefined) return false;
  let run = await claimDigests(ctx.db, day, leaseSeconds);
  if (!run) return false;
  const since = Math.floor((ctx.clock.now() - digestPeriodMs) / 1000);
  const { topics } = await ctx.messaging.findActiveTopics({ since }, scopeOf(ctx, signal).call);
  while (run && !signal.aborted) run = await writePage(ctx, run, topics, scopeOf(ctx, signal));
  if (run) await releaseDigests(ctx.db, day);
  return false;
}

const scopeOf = ({ directory }: Ctx, signal: AbortSignal): Scope =>
  createScope(directory, backgroundCall({ timeoutMs: workWithinMs, signal }));

/** Writes the digests of the next people. @returns the new progress; undefined when the run has ended */
async function writePage(
  ctx: Ctx,
  run: DigestRun,
  topics: readonly ActiveTopic[],
  scope: Scope,
): Promise<DigestRun | undefined> {
  const request = { afterUserId: run.afterUserId, limit: batch };
  const { userIds } = await ctx.userAdmin.listDigestReaders(request, scope.call);
  const mails = topics.length === 0 ? [] : await digestsFor(ctx, userIds, topics, scope);
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

/** Returns the digest mails for the people who are away and have unread topics. */
async function digestsFor(
  ctx: Ctx,
  userIds: readonly number[],
  topics: readonly ActiveTopic[],
  scope: Scope,
): Promise<NewReport[]> {
  const [people, settings, activity] = await Promise.all([
    scope.users.many(userIds),
    scope.notificationSettings(userIds),
    ctx.activity.activityOf(userIds, scope.call),
  ]);
  const nowMs = ctx.clock.now();
  const isAway = ({ userId, joinedAt }: User) => {
    const seenAtMs = lastSeenMs(activity.get(userId) ?? noActivity, { nowMs, idleMs: ctx.idleMs });
    return isLongAway(Math.max(seenAtMs, joinedAt * 1000), nowMs);
  };
  const readers = userIds.flatMap((userId) => {
    const person = people.get(userId);
    return person?.isActive && isAway(person) ? [person] : [];
  });
  if (readers.length === 0) return [];
  const channels = await channelsOf(ctx, readers, topics, scope);
  const candidates = new Map(
    readers.map(({ userId }) => [userId, candidateTopics(topics, channels.get(userId) ?? new Set())]),
  );
  const unread = await findStillUnread(
    ctx,
    new Map(
      Array.from(candidates, ([userId, own]) => [userId, own.map(({ newestMessageId }) => newestMessageId)]),
    ),
    scope,
  );
  return readers.flatMap((person) => {
    const { userId, deliveryEmail } = person;
    const own = digestTopics(candidates.get(userId) ?? [], unread.get(userId));
    const wants = settings.get(userId);
    if (own.length === 0 || !wants) return [];
    const reported = own.map(({ topic: { newestMessageId, messageCount, senderCount } }) => ({
      newestMessageId,
      messageCount,
      senderCount,
    }));
    const report = { kind: 'digest' as const, topics: reported };
    return [{ userId, address: deliveryEmail, messageId: `<${randomUUID()}@${ctx.host}>`, report }];
  });
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
