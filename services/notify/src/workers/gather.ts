import { randomUUID } from 'node:crypto';
import { bestEffort, ParleyError } from '@parley/core';
import { createScope, type NotificationSettings, type Scope, type User } from '@parley/directory';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { insertMail, type NewMail } from '../db/mails.ts';
import {
  claimDuePeople,
  deleteMissed,
  lockDuePerson,
  type MissedRow,
  missedOf,
  rescheduleDuePerson,
} from '../db/missed-messages.ts';
import { conversationsOf, threadIdOf } from '../domain/conversation.ts';
import { isStillPermitted } from '../domain/decide.ts';
import { type Activity, judge, lastSeenMs, noActivity } from '../domain/presence.ts';
import { composeMail } from '../mail/compose.ts';

/** People per round. */
const batch = 100;
/** How long a claim lasts; a replica that fails lets others continue after it. */
const leaseSeconds = 60;
const workWithinMs = 45_000;
/** Missed messages of one person that are mailed at once; further ones follow. */
const maxMessages = 500;

/**
 * Writes the mails that are due: drops messages that their reader has read or seen, and turns the others into one mail per
 * conversation.
 */
export async function gatherDue(
  ctx: Ctx,
  signal: AbortSignal,
): Promise<{ gathered: boolean; hasMore: boolean }> {
  const userIds = await claimDuePeople(ctx.db, { limit: batch, leaseSeconds });
  if (userIds.length === 0) return { gathered: false, hasMore: false };
  const scope = createScope(ctx.directory, backgroundCall({ timeoutMs: workWithinMs, signal }));
  const [rows, people, settings, activity] = await Promise.all([
    missedOf(ctx.db, userIds, maxMessages),
    scope.users.many(userIds),
    scope.notificationSettings(userIds),
    ctx.activity.activityOf(userIds, scope.call),
  ]);
  const missed = Map.groupBy(rows, ({ userId }) => userId);
  await Promise.all(
    userIds.map((userId) => {
      const due = {
        userId,
        person: people.get(userId),
        settings: settings.get(userId),
        activity: activity.get(userId) ?? noActivity,
        rows: missed.get(userId) ?? [],
      };
      // The claim expires, and then the person is due again.
      return bestEffort(ctx.logger, 'the mails of a person were not written', () =>
        gatherFor(ctx, due, scope),
      );
    }),
  );
  return { gathered: true, hasMore: userIds.length === batch };
}

/** A person with missed messages, and what is known of the person. */
type Due = {
  userId: number;
  person: User | undefined;
  settings: NotificationSettings | undefined;
  activity: Activity;
  rows: readonly MissedRow[];
};

/** What becomes of a person's missed messages. */
type Plan = { wanted: MissedRow[]; seen: number[]; unwanted: number[]; nextMs: number };

async function gatherFor(ctx: Ctx, due: Due, scope: Scope): Promise<void> {
  const { userId, person, settings } = due;
  const plan = planFor(ctx, due);
  const unread = await unreadAmong(ctx, userId, plan.wanted, scope);
  const mails =
    person && settings && unread.length > 0 ? await mailsFor(ctx, { person, settings, unread }, scope) : [];
  const done = [...plan.wanted.map(({ messageId }) => messageId), ...plan.seen, ...plan.unwanted];
  const isDone = await ctx.db.tx(async (tx) => {
    if (!(await lockDuePerson(tx, userId))) return false;
    // Another replica finished the person after this one had lost its claim.
    if ((await deleteMissed(tx, userId, done)) !== done.length) throw new LostClaimError();
    for (const mail of mails) await insertMail(tx, mail);
    await rescheduleDuePerson(tx, userId, new Date(plan.nextMs));
    return true;
  });
  if (!isDone) return;
  ctx.telemetry.settled('mailed', unread.length);
  ctx.telemetry.settled('read', plan.wanted.length - unread.length);
  ctx.telemetry.settled('seen', plan.seen.length);
  ctx.telemetry.settled('unwanted', plan.unwanted.length);
}

/** Another replica handled the same missed messages; nothing was stored. */
class LostClaimError extends Error {
  override name = 'LostClaimError';
}

function planFor(ctx: Ctx, { person, settings, activity, rows }: Due): Plan {
  const nowMs = ctx.clock.now();
  const times = { nowMs, idleMs: ctx.idleMs };
  const seenAtMs = lastSeenMs(activity, times);
  const plan: Plan = { wanted: [], seen: [], unwanted: [], nextMs: nowMs };
  for (const row of rows) {
    if (!person?.isActive || !settings || !isStillPermitted(row.reason, settings, 'email')) {
      plan.unwanted.push(row.messageId);
      continue;
    }
    const verdict = judge(row.sentAtMs, seenAtMs, times);
    if (verdict === 'seen') plan.seen.push(row.messageId);
    else if (verdict === 'notify') plan.wanted.push(row);
    else plan.nextMs = verdict.waitUntilMs;
  }
  return plan;
}

/** Returns those messages that the person may read and has not read. */
async function unreadAmong(
  ctx: Ctx,
  userId: number,
  wanted: readonly MissedRow[],
  { call }: Scope,
): Promise<MissedMessage[]> {
  if (wanted.length === 0) return [];
  const request = { messageIds: wanted.map(({ messageId }) => messageId) };
  try {
    return (await ctx.messaging.getMissedMessages(request, { ...call, principal: { userId } })).messages;
  } catch (error) {
    // The account was deactivated a moment ago.
    if (error instanceof ParleyError && error.status < 500) return [];
    throw error;
  }
}

type Missing = { person: User; settings: NotificationSettings; unread: readonly MissedMessage[] };

async function mailsFor(ctx: Ctx, { person, settings, unread }: Missing, scope: Scope): Promise<NewMail[]> {
  const organization = await scope.settings();
  return conversationsOf(unread).map((conversation) => ({
    userId: person.userId,
    address: person.deliveryEmail,
    messageId: `<${randomUUID()}@${ctx.host}>`,
    content: composeMail(conversation, {
      person,
      settings,
      organization,
      publicUrl: ctx.publicUrl,
      secretKey: ctx.secretKey,
      threadId: threadIdOf(conversation.key, person.userId, ctx.host),
    }),
  }));
}
