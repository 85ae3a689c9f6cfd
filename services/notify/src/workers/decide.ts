import { ParleyError, retry } from '@parley/core';
import { createScope, type Scope } from '@parley/directory';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { advancePosition, type LogPlace } from '../db/log-positions.ts';
import { insertMissed, type Missed } from '../db/missed-messages.ts';
import { insertPhonePushes } from '../db/phone-pushes.ts';
import { insertDuePushes } from '../db/web-push.ts';
import { decide, type MessageForPerson } from '../domain/decide.ts';
import { type ChannelInterest, candidatesOf, isNotifying, isQuiet } from '../domain/recipients.ts';

/** Name of the worker in the log and in `log_positions`. */
const name = 'notify';
/** Time limit of one attempt to decide about a message, in milliseconds. */
const decideWithinMs = 60_000;
const retrying = { baseMs: 200, maxMs: 10_000 };

/** Starts the worker that decides which people are notified of a message. */
export const startDeciding = (ctx: Ctx, log: WorkerLog): Worker =>
  startWorker(log, {
    name,
    from: 'head',
    facts: ['messageSent'],
    handle: (event, signal, epoch) => decideOn(ctx, event, { signal, epoch }),
    follower: ctx.directory.follower,
  });

type Work = { signal: AbortSignal; epoch: string };

/**
 * Decides about one event. Most messages notify only people whom they mention. They need no asynchronous step while the
 * facts about their channel are cached, and are not decoded when nobody wants every message of the channel or of one of
 * its topics.
 */
function decideOn(ctx: Ctx, event: FollowedEvent, work: Work): Promise<void> | undefined {
  if (concernsNobody(ctx, event)) return undefined;
  const { fact } = event;
  if (fact?.$case !== 'messageSent') return undefined;
  const message = fact.messageSent;
  if (hasMerged(ctx, event)) {
    const interest = cachedInterest(ctx, message);
    if (interest && candidatesOf(message, interest).size === 0) return undefined;
  }
  // While a service does not answer, the worker retries without limit. Otherwise the message would be parked as poison.
  return retry(() => decideWithFacts(ctx, event, message, work), {
    ...retrying,
    signal: work.signal,
    retryable: (error) => error instanceof ParleyError && error.status >= 500,
    onRetry: (err) => ctx.logger.warn({ err, eventId: event.id }, 'a notification was not decided; retrying'),
  });
}

/** Returns whether an event's outline and the cached facts suffice to know that its message notifies nobody. */
function concernsNobody(ctx: Ctx, event: FollowedEvent): boolean {
  const { message } = event;
  if (!message?.mentionsNobody || !hasMerged(ctx, event)) return false;
  const interest = ctx.interests.peek(message.channelId);
  return interest !== undefined && isQuiet(interest);
}

/** Returns whether the caches include everything that was committed before the event. */
const hasMerged = ({ directory }: Ctx, { sequence }: FollowedEvent): boolean =>
  directory.follower.position.sequence >= sequence;

function cachedInterest(
  { interests }: Ctx,
  { place, mentionsChannel }: MessageSent,
): ChannelInterest | undefined {
  if (place?.$case !== 'channel' || mentionsChannel) return undefined;
  return interests.peek(place.channel.channelId);
}

async function decideWithFacts(
  ctx: Ctx,
  event: FollowedEvent,
  message: MessageSent,
  { signal, epoch }: Work,
): Promise<void> {
  await ctx.directory.follower.waitFor(event.sequence, signal);
  const scope = createScope(ctx.directory, backgroundCall({ timeoutMs: decideWithinMs, signal }));
  if (!isNotifying(message, await scope.users.get(message.senderId))) return;
  const candidates = candidatesOf(message, await interestIn(ctx, message, signal));
  // The commit time is more exact than the message's time in whole seconds: a person may have become inactive within
  // that second.
  const sentAtMs = Math.floor(event.committedAtUs / 1000);
  const notified = await notifiedBy(candidates, sentAtMs, scope);
  if (notified.email.length === 0 && notified.push.length === 0) return;
  await store(ctx, notified, {
    place: { epoch, eventId: event.id },
    message: { messageId: event.assignedId, sentAt: new Date(sentAtMs) },
  });
}

function interestIn(
  { interests }: Ctx,
  { place, mentionsChannel }: MessageSent,
  signal: AbortSignal,
): Promise<ChannelInterest> | undefined {
  if (place?.$case !== 'channel') return undefined;
  const { channelId } = place.channel;
  return mentionsChannel ? interests.withAllSubscribers(channelId, signal) : interests.get(channelId, signal);
}

/**
 * The people who are notified of a message, by medium. A mail has a time at which it is due; a push is due immediately.
 */
type Notified = { email: Missed[]; push: { userId: number; reason: string }[] };

/** Returns the candidates whose settings want a mail or a push. */
async function notifiedBy(
  candidates: ReadonlyMap<number, MessageForPerson>,
  sentAtMs: number,
  scope: Scope,
): Promise<Notified> {
  const notified: Notified = { email: [], push: [] };
  if (candidates.size === 0) return notified;
  const [people, settings] = await Promise.all([
    scope.users.many(candidates.keys()),
    scope.notificationSettings(candidates.keys()),
  ]);
  for (const [userId, view] of candidates) {
    const [person, wants] = [people.get(userId), settings.get(userId)];
    if (!person?.isActive || person.isBot || person.isImportedStub || !wants) continue;
    const mailed = decide(view, wants, 'email');
    const dueAt = new Date(sentAtMs + wants.batchingSeconds * 1000);
    if (mailed !== undefined) notified.email.push({ userId, reason: mailed, dueAt });
    const pushed = decide(view, wants, 'push');
    if (pushed !== undefined) notified.push.push({ userId, reason: pushed });
  }
  return notified;
}

type Decision = { place: LogPlace; message: { messageId: number; sentAt: Date } };

/** Stores a decision and the worker's position together, so that a repeated event changes nothing. */
async function store(ctx: Ctx, { email, push }: Notified, { place, message }: Decision): Promise<void> {
  const pushed = await ctx.db.tx(async (tx) => {
    if (!(await advancePosition(tx, name, place))) return undefined;
    if (email.length > 0) await insertMissed(tx, message, email);
    if (push.length === 0) return 0;
    const browsers = await insertDuePushes(tx, message, push, ctx.push.write !== undefined);
    return Math.max(browsers, await insertPhonePushes(tx, message, push));
  });
  // The event was handled before.
  if (pushed === undefined) return;
  ctx.telemetry.decided('email', email.length);
  ctx.telemetry.decided('push', pushed);
}
