import { partsOf } from '@parley/core';
import { createScope } from '@parley/directory';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  advancePosition,
  advanceStep,
  type DecisionStep,
  decidedUpTo,
  type LogPlace,
} from '../db/log-positions.ts';
import { insertMissed, type Missed } from '../db/missed-messages.ts';
import { insertPhonePushes } from '../db/phone-pushes.ts';
import { insertDuePushes } from '../db/web-push.ts';
import { decide, type MessageForPerson } from '../domain/decide.ts';

/** Name of the worker in the log and in `log_positions`. */
export const decidingWorker = 'notify';
/** Time limit of the lookups about people, in milliseconds. */
const lookUpWithinMs = 60_000;
/** Maximum number of people whose notifications are stored in one transaction. */
const peoplePerStep = 1_000;
/** End of the last step. It is above all IDs. */
const everybody = Number.MAX_SAFE_INTEGER;

type Candidates = ReadonlyMap<number, MessageForPerson>;
type Decision = { place: LogPlace; message: { messageId: number; sentAt: Date } };

/**
 * Decides which of the candidates are notified of a message, and stores that with the position of its event. A repeated
 * event changes nothing.
 */
export async function decideFor(
  ctx: Ctx,
  candidates: Candidates,
  { signal, ...decision }: Decision & { signal: AbortSignal },
): Promise<void> {
  if (candidates.size > peoplePerStep) return decideInSteps(ctx, candidates, { ...decision, signal });
  const notified = await notifiedBy(ctx, candidates, decision, signal);
  if (notified.email.length > 0 || notified.push.length > 0) await store(ctx, notified, decision);
}

/**
 * Decides about a message that concerns many people for some of them at a time, in a transaction each. So the memory
 * that it takes does not grow with the channel, others' statements wait only briefly, and the first notifications are
 * sent before the last ones are decided. A repeated event continues after the last step.
 */
async function decideInSteps(
  ctx: Ctx,
  candidates: Candidates,
  { signal, ...decision }: Decision & { signal: AbortSignal },
): Promise<void> {
  let after = await decidedUpTo(ctx.db, decidingWorker, decision.place);
  if (after === undefined) return;
  const decided = after;
  const userIds = [...candidates.keys()]
    .filter((userId) => userId > decided)
    .sort((one, other) => one - other);
  for (const part of partsOf(userIds, peoplePerStep)) {
    signal.throwIfAborted();
    const views = new Map(part.map((userId) => [userId, candidates.get(userId)!]));
    const notified = await notifiedBy(ctx, views, decision, signal);
    const isLast = part.at(-1) === userIds.at(-1);
    const upTo = isLast ? everybody : part.at(-1)!;
    if (!(await store(ctx, notified, { ...decision, step: { after, upTo } }))) return;
    after = upTo;
  }
}

/**
 * The people who are notified of a message, by medium. A mail has a time at which it is due; a push is due immediately.
 */
type Notified = { email: Missed[]; push: { userId: number; reason: string }[] };

/** Returns the candidates whose settings want a mail or a push. */
async function notifiedBy(
  { directory }: Ctx,
  candidates: Candidates,
  { message: { sentAt } }: Decision,
  signal: AbortSignal,
): Promise<Notified> {
  const notified: Notified = { email: [], push: [] };
  if (candidates.size === 0) return notified;
  const scope = createScope(directory, backgroundCall({ timeoutMs: lookUpWithinMs, signal }));
  const [people, settings] = await Promise.all([
    scope.users.many(candidates.keys()),
    scope.notificationSettings(candidates.keys()),
  ]);
  for (const [userId, view] of candidates) {
    const [person, wants] = [people.get(userId), settings.get(userId)];
    if (!person?.isActive || person.isBot || person.isImportedStub || !wants) continue;
    const mailed = decide(view, wants, 'email');
    const dueAt = new Date(sentAt.getTime() + wants.batchingSeconds * 1000);
    if (mailed !== undefined) notified.email.push({ userId, reason: mailed, dueAt });
    const pushed = decide(view, wants, 'push');
    if (pushed !== undefined) notified.push.push({ userId, reason: pushed });
  }
  return notified;
}

/**
 * Stores a decision and the worker's position together, so that a repeated event changes nothing.
 * @returns false, without a change, when it was stored before
 */
async function store(
  ctx: Ctx,
  { email, push }: Notified,
  { place, message, step }: Decision & { step?: DecisionStep },
): Promise<boolean> {
  const pushed = await ctx.db.tx(async (tx) => {
    if (step && !(await advanceStep(tx, decidingWorker, place, step))) return undefined;
    const isWhole = step === undefined || step.upTo === everybody;
    if (isWhole && !(await advancePosition(tx, decidingWorker, place))) return undefined;
    if (email.length > 0) await insertMissed(tx, message, email);
    if (push.length === 0) return 0;
    const browsers = await insertDuePushes(tx, message, push, ctx.push.write !== undefined);
    return Math.max(browsers, await insertPhonePushes(tx, message, push));
  });
  if (pushed === undefined) return false;
  ctx.telemetry.decided('email', email.length);
  ctx.telemetry.decided('push', pushed);
  return true;
}
