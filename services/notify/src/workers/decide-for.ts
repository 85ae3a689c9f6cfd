import { lastItem, required, sleep } from '@parley/core';
import type { Tx } from '@parley/db';
import { createScope } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import type { MessageId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import {
  advancePosition,
  advanceStep,
  type DecisionStep,
  decidedUpTo,
  type LogPlace,
  lockStep,
} from '../db/log-positions.ts';
import { insertMissed, type Missed } from '../db/missed-messages.ts';
import { insertPhonePushes } from '../db/phone-pushes.ts';
import { addWaiting, type PlacedMessage } from '../db/topic-turns.ts';
import { insertDuePushes, type PersonToPush } from '../db/web-push.ts';
import { decide, type MessageForPerson } from '../domain/decide.ts';
import { decidingLimits, dueDelayMs, Pace } from '../domain/pace.ts';

/** Name of this worker in the log and in `log_positions`. */
export const decidingWorker = 'notify';
/** Time limit of the lookups about people, in milliseconds. */
const lookUpWithinMs = 60_000;
/** Maximum number of candidates for a decision in one transaction. For more candidates, the decision has steps. */
export const peoplePerStep = decidingLimits.fewest;
/** End of the last step: higher than every user ID. */
const everybody = Number.MAX_SAFE_INTEGER;

type Candidates = ReadonlyMap<number, MessageForPerson>;
type Decision = {
  place: LogPlace;
  message: { messageId: MessageId; sentAt: Date };
  /** The message, if people who want every message of its topic are told of it in the topic's next turn. */
  waiting?: PlacedMessage | undefined;
};

/**
 * Decides which of the candidates are notified of a message. Stores the notifications together with the position of the event,
 * in one transaction or in steps. So a repeated event adds no notification that is stored already.
 */
export async function decideFor(
  ctx: Ctx,
  candidates: Candidates,
  { signal, ...decision }: Decision & { signal: AbortSignal },
): Promise<void> {
  if (candidates.size > peoplePerStep) return decideInSteps(ctx, candidates, { ...decision, signal });
  const { sentAt } = decision.message;
  const notified = await notifiedBy(ctx, candidates, { sentAt, position: 0 }, signal);
  if (notified.people > 0 || decision.waiting) await store(ctx, notified, decision);
}

/**
 * Decides about a message that concerns many people. Each step decides for some of them in its own transaction. So the lookups
 * of a step stay small, locks are held briefly, and the first notifications are sent before the last ones are decided. Steps
 * are delayed to limit their rate. A repeated event continues after the last stored step.
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
  const { messageId, sentAt } = decision.message;
  const pace = new Pace(decidingLimits);
  let position = 0;
  for (let at = 0; at < userIds.length; ) {
    const part = userIds.slice(at, at + pace.batch);
    at += part.length;
    signal.throwIfAborted();
    const begunMs = ctx.clock.monotonic();
    const views = new Map(
      part.map((userId) => [userId, required(candidates.get(userId), 'candidate for a notification')]),
    );
    const notified = await notifiedBy(ctx, views, { sentAt, position }, signal);
    const isLast = at === userIds.length;
    const upTo = isLast ? everybody : lastItem(part);
    if (!(await store(ctx, notified, { ...decision, step: { messageId, after, upTo } }))) return;
    after = upTo;
    if (isLast) return;
    position += notified.people;
    const tookMs = ctx.clock.monotonic() - begunMs;
    pace.observe(tookMs, part.length);
    await sleep(pace.pauseMs(part.length, tookMs), signal);
  }
}

/** By medium. `people` is their number. A mail has an absolute due time, and a push has a delay. */
type Notified = { email: Missed[]; push: PersonToPush[]; people: number };

/**
 * Returns the candidates whose settings permit a mail or a push. Leaves out bots, imported stubs and deactivated people.
 * Notifications of many people become due one after the other.
 * @param sentAt when the message was sent, from which the time until a mail counts
 * @param position number of people in earlier steps who are notified of the same message
 */
export async function notifiedBy(
  { factCache }: Ctx,
  candidates: Candidates,
  { sentAt, position }: { sentAt: Date; position: number },
  signal: AbortSignal,
): Promise<Notified> {
  const notified: Notified = { email: [], push: [], people: 0 };
  if (candidates.size === 0) return notified;
  const scope = createScope(factCache, backgroundCall({ timeoutMs: lookUpWithinMs, signal }));
  const [people, settings] = await Promise.all([
    scope.users.many(candidates.keys()),
    scope.notificationSettings(candidates.keys()),
  ]);
  for (const [userId, view] of candidates) {
    const [person, wants] = [people.get(userId), settings.get(userId)];
    if (!person?.isActive || person.isBot || person.isImportedStub || !wants) continue;
    const mailed = decide(view, wants, 'email');
    const pushed = decide(view, wants, 'push');
    if (mailed === undefined && pushed === undefined) continue;
    const delayMs = dueDelayMs(position + notified.people++);
    const dueAt = new Date(sentAt.getTime() + wants.batchingSeconds * 1000 + delayMs);
    if (mailed !== undefined) notified.email.push({ userId, reason: mailed, dueAt });
    if (pushed !== undefined) notified.push.push({ userId, reason: pushed, delayMs });
  }
  return notified;
}

/**
 * Stores notifications and the worker's progress in one transaction, so a repeated event changes nothing. The progress is the
 * position in the log after a decision without steps and after the last step, and otherwise the step.
 * @returns false, without a change, when the decision was already stored
 */
async function store(
  ctx: Ctx,
  { email, push }: Notified,
  { place, message, waiting, step }: Decision & { step?: DecisionStep },
): Promise<boolean> {
  const advance = (tx: Tx) => advancePosition(tx, decidingWorker, place);
  const pushed = await ctx.db.tx(async (tx) => {
    if (step ? !(await lockStep(tx, decidingWorker, place, step)) : !(await advance(tx))) return undefined;
    if (waiting) await addWaiting(tx, [waiting]);
    if (email.length > 0) await insertMissed(tx, message, email);
    let people = 0;
    if (push.length > 0) {
      const browsers = await insertDuePushes(tx, message, push, ctx.push.write !== undefined);
      people = Math.max(browsers, await insertPhonePushes(tx, message, push));
    }
    if (step) await advanceStep(tx, decidingWorker, step);
    if (step?.upTo === everybody) await advance(tx);
    return people;
  });
  if (pushed === undefined) return false;
  ctx.telemetry.decided('email', email.length);
  ctx.telemetry.decided('push', pushed);
  return true;
}
