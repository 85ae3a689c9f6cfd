import { itemAt, lastItem, required, sleep } from '@parley/core';
import type { Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { insertMissed, type Missed } from '../db/missed-messages.ts';
import { insertPhonePushes, replacePhonePushes } from '../db/phone-pushes.ts';
import {
  advanceTurn,
  beginTurn,
  claimTurn,
  endTurn,
  messagesOfTurn,
  releaseTurn,
  type Turn,
  type TurnProgress,
  type WaitingMessage,
} from '../db/topic-turns.ts';
import { insertDuePushes, type PersonToPush, replaceDuePushes } from '../db/web-push.ts';
import type { MessageForPerson } from '../domain/decide.ts';
import { betweenTurnsMs, restMs } from '../domain/pace.ts';
import { followersOf } from '../domain/recipients.ts';
import { notifiedBy } from './decide-for.ts';

/** Duration of a claim in seconds. Each step renews it. It is longer than the lookups of a step and the pause after it. */
const leaseSeconds = 120;
/** Maximum time for which a turn waits until this process has read the log up to its newest message, in milliseconds. */
const readWithinMs = 20_000;
const peoplePerStep = 250;
/** Maximum number of messages of a turn that mails report: the newest ones. */
const reported = 50;
/** Delay of a turn that failed, in milliseconds. */
const retryMs = 5_000;

/**
 * Tells the people who want every message of a topic or its channel about the messages that wait: one turn, of the topic that has been due
 * for the longest time. Such work can wait, so each step is followed by a pause in proportion to its time.
 * @returns whether a turn was due, so more may be
 */
export async function tellDue(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const turn = await claimTurn(ctx.db, leaseSeconds);
  if (!turn) return false;
  try {
    await tell(ctx, turn, signal);
  } catch (error) {
    await releaseTurn(ctx.db, turn, signal.aborted ? 0 : retryMs);
    throw error;
  }
  return true;
}

async function tell(ctx: Ctx, turn: Turn, signal: AbortSignal): Promise<void> {
  let progress = await ctx.db.tx((tx) => beginTurn(tx, turn.turnId, reported));
  if (!progress) return;
  await readUpTo(ctx, turn, signal);
  const messages = await messagesOfTurn(ctx.db, turn, progress, reported);
  const interest = await ctx.interests.get(turn.channelId, signal);
  const followers = followersOf(interest, turn.topicKey);
  const { afterUserId } = progress;
  const userIds = [...followers.keys()]
    .filter((userId) => userId > afterUserId)
    .sort((one, other) => one - other);
  for (let at = 0; at < userIds.length; at += peoplePerStep) {
    signal.throwIfAborted();
    const begunMs = ctx.clock.monotonic();
    const part = userIds.slice(at, at + peoplePerStep);
    const step: Omit<Step, 'position' | 'signal'> = { turn, progress, upTo: lastItem(part) };
    const views = new Map(
      part.map((userId) => [userId, required(followers.get(userId), 'follower of a topic')]),
    );
    if (!(await tellSome(ctx, views, messages, { ...step, position: at, signal }))) return;
    progress = { ...progress, afterUserId: step.upTo };
    await sleep(restMs(ctx.clock.monotonic() - begunMs), signal);
  }
  const done = progress;
  await ctx.db.tx((tx) => endTurn(tx, turn, done, betweenTurnsMs));
}

/** Waits until the caches of this process include all changes that were committed before the newest message. */
async function readUpTo({ factCache }: Ctx, { epoch, sequence }: Turn, signal: AbortSignal): Promise<void> {
  const { follower } = factCache;
  // In a later epoch, the caches were filled after the message.
  if (follower.position.epoch !== epoch) return;
  await follower.waitFor(sequence, AbortSignal.any([signal, AbortSignal.timeout(readWithinMs)]));
}

type Step = { turn: Turn; progress: TurnProgress; upTo: number; position: number; signal: AbortSignal };

/** Stores the notifications of some people, and the progress of the turn. @returns false when another replica has done so */
async function tellSome(
  ctx: Ctx,
  followers: ReadonlyMap<number, MessageForPerson>,
  messages: readonly WaitingMessage[],
  { turn, progress, upTo, position, signal }: Step,
): Promise<boolean> {
  const newest = newestFor(followers.keys(), messages);
  const told = new Map([...followers].filter(([userId]) => newest.has(userId)));
  const oldestAt = new Date(messages.at(-1)?.sentAtMs ?? ctx.clock.now());
  const { email, push } = await notifiedBy(ctx, told, { sentAt: oldestAt, position }, signal);
  const pushed = await ctx.db.tx(async (tx) => {
    if (!(await advanceTurn(tx, turn, progress, { upTo, leaseSeconds }))) return undefined;
    return storeNotified(ctx, tx, { email, push }, { newest, turn, progress });
  });
  if (pushed === undefined) return false;
  ctx.telemetry.decided('email', email.length);
  ctx.telemetry.decided('push', pushed);
  return true;
}

type Newest = ReadonlyMap<number, WaitingMessage>;

/** Returns the newest message of which each person is told, by user ID. People who are told of none are missing. */
function newestFor(userIds: Iterable<UserId>, messages: readonly WaitingMessage[]): Newest {
  const excluded = messages.map(({ excludedIds }) => new Set(excludedIds));
  const newest = new Map<number, WaitingMessage>();
  for (const userId of userIds) {
    const at = excluded.findIndex((ids) => !ids.has(userId));
    if (at >= 0) newest.set(userId, itemAt(messages, at));
  }
  return newest;
}

/** Stores mails and pushes. Those about a message of the topic that still wait are replaced. @returns how many people get a push */
async function storeNotified(
  ctx: Ctx,
  tx: Tx,
  { email, push }: { email: readonly Missed[]; push: readonly PersonToPush[] },
  {
    newest,
    turn: { topicKey },
    progress: { batchId },
  }: { newest: Newest; turn: Turn; progress: TurnProgress },
): Promise<number> {
  const messageOf = ({ userId }: { userId: UserId }) => required(newest.get(userId), 'newest message');
  for (const [{ messageId, sentAtMs }, people] of Map.groupBy(email, messageOf))
    await insertMissed(tx, { messageId, sentAt: new Date(sentAtMs), batchId }, people);
  if (push.length === 0) return 0;
  await replaceDuePushes(tx, topicKey, push);
  await replacePhonePushes(tx, topicKey, push);
  let pushed = 0;
  for (const [{ messageId, sentAtMs }, people] of Map.groupBy(push, messageOf)) {
    const message = { messageId, sentAt: new Date(sentAtMs), topicKey };
    const browsers = await insertDuePushes(tx, message, people, ctx.push.write !== undefined);
    pushed += Math.max(browsers, await insertPhonePushes(tx, message, people));
  }
  return pushed;
}
