import { randomUUID } from 'node:crypto';
import { bestEffort, firstItem, required, sleep } from '@parley/core';
import { createScope, type NotificationSettings, type Scope, type User } from '@parley/facts';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { backgroundCall } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { insertMails, type NewReport } from '../db/mails.ts';
import { claimDuePeople, type MissedRow, missedOf, settleMissed } from '../db/missed-messages.ts';
import { conversationsOf, threadIdOf } from '../domain/conversation.ts';
import { isStillPermitted } from '../domain/decide.ts';
import { groupsUpTo } from '../domain/groups.ts';
import type { MailReport } from '../domain/mail.ts';
import { Pace, sendingLimits } from '../domain/pace.ts';
import { type Activity, judge, lastSeenMs, noActivity } from '../domain/presence.ts';
import { quietUntilMs } from '../domain/quiet.ts';
import { findStillUnread } from '../facts/unread.ts';

/** Maximum number of people per round. */
const batch = 250;
/** Duration of a claim, in seconds. When a replica fails, another one can continue after this time. */
const leaseSeconds = 60;
const workWithinMs = 45_000;
/** Maximum number of messages whose texts are in memory at a time, except for a single person who has missed more. */
const messagesAtOnce = 2_000;
/** Maximum number of missed messages of one person that are mailed in one round. The rest follows in the next round. */
const maxMessages = 500;
/** Maximum time in milliseconds until a person with a quiet time is looked at again: they may end it. */
const quietForMs = 30 * 60_000;

/**
 * Queues the mails that are due, one for each conversation with unread messages. Their texts are written when they are sent. Drops a message when the person has read it,
 * was active after it was sent, or has turned off such mails. Waits between full batches to limit the rate.
 * @param pace limits for how many people mails are written per second; the caller passes the same object to each call
 * @returns `gathered`: whether people were due; `hasMore`: whether more people may be due
 */
export async function gatherDue(
  ctx: Ctx,
  signal: AbortSignal,
  pace = new Pace(sendingLimits),
): Promise<{ gathered: boolean; hasMore: boolean }> {
  const begunMs = ctx.clock.monotonic();
  const userIds = await claimDuePeople(ctx.db, { limit: batch, leaseSeconds });
  if (userIds.length === 0) return { gathered: false, hasMore: false };
  const scope = createScope(ctx.factCache, backgroundCall({ timeoutMs: workWithinMs, signal }));
  const [rows, people, settings, activity] = await Promise.all([
    missedOf(ctx.db, userIds, maxMessages),
    scope.users.many(userIds),
    scope.notificationSettings(userIds),
    ctx.activity.activityOf(userIds, scope.call),
  ]);
  const missed = Map.groupBy(rows, ({ userId }) => userId);
  const plans = userIds.map((userId) =>
    planFor(ctx, {
      userId,
      person: people.get(userId),
      settings: settings.get(userId),
      activity: activity.get(userId) ?? noActivity,
      rows: missed.get(userId) ?? [],
    }),
  );
  const written = await writeMails(ctx, plans, scope);
  const stored = await ctx.db.tx(async (tx) => {
    const settled = await settleMissed(tx, written.map(settledOf));
    await insertMails(
      tx,
      written.flatMap(({ userId, mails }) => (settled.has(userId) ? mails : [])),
    );
    return settled;
  });
  for (const { userId, wanted, seen, unwanted, unread } of written) {
    if (!stored.has(userId)) continue;
    ctx.telemetry.settled('mailed', unread);
    ctx.telemetry.settled('read', wanted.size - unread);
    ctx.telemetry.settled('seen', seen.size);
    ctx.telemetry.settled('unwanted', unwanted.size);
  }
  const hasMore = userIds.length === batch;
  if (hasMore) {
    const tookMs = ctx.clock.monotonic() - begunMs;
    pace.observe(tookMs, batch);
    await sleep(pace.pauseMs(batch, tookMs), signal).catch(() => undefined);
  }
  return { gathered: true, hasMore };
}

/** A person with missed messages, and the data that decides about the mails. */
type Due = {
  userId: UserId;
  person: User | undefined;
  settings: NotificationSettings | undefined;
  activity: Activity;
  rows: readonly MissedRow[];
};

/**
 * The decision about the missed messages of a person. `wanted`, `seen` and `unwanted` have IDs of messages, the latter two those of
 * dropped ones. `decided` has the message IDs of the rows that are settled by this.
 */
type Plan = Due & {
  decided: number[];
  wanted: Set<number>;
  seen: Set<number>;
  unwanted: Set<number>;
  /** Numbers of messages that the rows do not list, by the ID of the message before which they are. */
  omitted: Map<number, number>;
  nextMs: number;
};

type Written = Plan & { unread: number; mails: readonly NewReport[] };

const settledOf = ({ userId, decided, nextMs }: Plan) => ({
  userId,
  messageIds: decided,
  dueAt: new Date(nextMs),
});

/** Writes the mails for people, for some after the others, so that few messages are in memory at a time. */
async function writeMails(ctx: Ctx, plans: readonly Plan[], scope: Scope): Promise<Written[]> {
  const written: Written[] = [];
  for (const part of groupsUpTo(messagesAtOnce, plans, ({ wanted }) => wanted.size))
    written.push(...(await writeSome(ctx, part, scope)));
  return written;
}

/** Writes the mails for some people. A person for whom this fails is left out, and is due again when the claim ends. */
async function writeSome(ctx: Ctx, plans: readonly Plan[], scope: Scope): Promise<Written[]> {
  const wanted = plans.filter((plan) => plan.wanted.size > 0);
  const unread = await findStillUnread(
    ctx,
    new Map(wanted.map((plan) => [plan.userId, [...plan.wanted]])),
    scope,
  );
  const written = await Promise.all(
    plans.map((plan) =>
      bestEffort(ctx.logger, 'the mails of a person were not written', async () => {
        // A turn of a topic also has the messages that the person has written.
        const own = [...(unread.get(plan.userId)?.values() ?? [])].filter(
          ({ senderId }) => senderId !== plan.userId,
        );
        return { ...plan, unread: own.length, mails: mailsFor(ctx, { ...plan, unread: own }) };
      }),
    ),
  );
  return written.filter((each) => each !== undefined);
}

function planFor(ctx: Ctx, due: Due): Plan {
  const { person, settings, activity, rows } = due;
  const nowMs = ctx.clock.now();
  const times = { nowMs, idleMs: ctx.idleMs };
  const seenAtMs = lastSeenMs(activity, times);
  const quietMs = settings && quietUntilMs(settings, person?.timezone ?? '', nowMs);
  const plan: Plan = {
    ...due,
    decided: [],
    wanted: new Set(),
    seen: new Set(),
    unwanted: new Set(),
    omitted: new Map(),
    nextMs: nowMs,
  };
  for (const row of rows) {
    // The rest follows in the next round.
    if (plan.wanted.size >= maxMessages) break;
    if (!person?.isActive || !settings || !isStillPermitted(row.reason, settings, 'email')) {
      plan.decided.push(row.messageId);
      for (const { messageId } of row.messages) plan.unwanted.add(messageId);
      continue;
    }
    if (quietMs !== undefined) {
      plan.nextMs = Math.min(quietMs, nowMs + quietForMs);
      continue;
    }
    const verdicts = row.messages.map(({ messageId, sentAtMs }) => ({
      messageId,
      verdict: judge(sentAtMs, seenAtMs, times),
    }));
    const later = verdicts.find(({ verdict }) => typeof verdict !== 'string')?.verdict;
    if (typeof later === 'object') {
      plan.nextMs = later.waitUntilMs;
      continue;
    }
    plan.decided.push(row.messageId);
    for (const { messageId, verdict } of verdicts)
      (verdict === 'seen' ? plan.seen : plan.wanted).add(messageId);
    if (row.omitted > 0) plan.omitted.set(firstItem(row.messages).messageId, row.omitted);
  }
  return plan;
}

/** Returns the mails about the unread messages of a person, one for each conversation. */
function mailsFor(
  ctx: Ctx,
  {
    person,
    settings,
    omitted,
    unread,
  }: Pick<Plan, 'person' | 'settings' | 'omitted'> & {
    unread: readonly MissedMessage[];
  },
): NewReport[] {
  if (!person || !settings) return [];
  return conversationsOf(unread).map(({ key, messages }) => ({
    userId: person.userId,
    address: person.deliveryEmail,
    messageId: `<${randomUUID()}@${ctx.host}>`,
    report: {
      kind: 'missed',
      messageIds: messages.map(({ messageId }) => messageId),
      ...omittedBefore(messages, omitted),
      threadId: threadIdOf(key, person.userId, ctx.host),
    },
  }));
}

/** Returns which messages of a conversation its mail leaves out, if any. */
function omittedBefore(
  messages: readonly MissedMessage[],
  omitted: ReadonlyMap<number, number>,
): Pick<Extract<MailReport, { kind: 'missed' }>, 'omitted'> {
  const own = messages.filter(({ messageId }) => omitted.has(messageId));
  if (own.length === 0) return {};
  return {
    omitted: Object.fromEntries(
      own.map(({ messageId }) => [messageId, required(omitted.get(messageId), 'count of omitted messages')]),
    ),
  };
}
