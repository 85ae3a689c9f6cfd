import { ParleyError, retry } from '@parley/core';
import { createScope, type Scope } from '@parley/directory';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { advancePosition, type LogPlace } from '../db/log-positions.ts';
import { insertMissed, type Missed } from '../db/missed-messages.ts';
import { decide, type MessageForPerson } from '../domain/decide.ts';
import { type ChannelInterest, candidatesOf, isNotifying } from '../domain/recipients.ts';

/** Name of the worker in the log and in `log_positions`. */
const name = 'notify';
/** Time for the decision about one message, before it is retried. */
const decideWithinMs = 60_000;
const retrying = { baseMs: 200, maxMs: 10_000 };

/** Starts the worker that decides which people are notified of a message. */
export const startDeciding = (ctx: Ctx, log: WorkerLog): Worker =>
  startWorker(log, {
    name,
    from: 'head',
    facts: ['messageSent'],
    handle: (event, signal, epoch) => decideOn(ctx, event, { signal, epoch }),
  });

type Work = { signal: AbortSignal; epoch: string };

/**
 * Decides about one event. Most messages concern nobody who is not named in them: these need no asynchronous step when the
 * channel's facts are cached.
 */
function decideOn(ctx: Ctx, event: FollowedEvent, work: Work): Promise<void> | undefined {
  const { fact } = event;
  if (fact?.$case !== 'messageSent') return undefined;
  const message = fact.messageSent;
  if (hasMerged(ctx, event)) {
    const interest = cachedInterest(ctx, message);
    if (interest && candidatesOf(message, interest).size === 0) return undefined;
  }
  // A service that does not answer must not make this worker park the message: it waits as long as it takes.
  return retry(() => decideWithFacts(ctx, event, message, work), {
    ...retrying,
    signal: work.signal,
    retryable: (error) => error instanceof ParleyError && error.status >= 500,
    onRetry: (err) => ctx.logger.warn({ err, eventId: event.id }, 'a notification was not decided; retrying'),
  });
}

/** Whether the caches include everything that was committed before the event. */
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
  // More exact than the whole seconds of the message: a person may have left in the same second.
  const sentAtMs = Math.floor(event.committedAtUs / 1000);
  const missed = await missedBy(candidates, sentAtMs, scope);
  if (missed.length === 0) return;
  const stored = await store(ctx, missed, {
    place: { epoch, eventId: event.id },
    message: { messageId: event.assignedId, sentAt: new Date(sentAtMs) },
  });
  if (stored) ctx.telemetry.decided(missed.length);
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

/** Returns the candidates whose settings want a mail, with the time at which it is due. */
async function missedBy(
  candidates: ReadonlyMap<number, MessageForPerson>,
  sentAtMs: number,
  scope: Scope,
): Promise<Missed[]> {
  if (candidates.size === 0) return [];
  const [people, settings] = await Promise.all([
    scope.users.many(candidates.keys()),
    scope.notificationSettings(candidates.keys()),
  ]);
  const missed: Missed[] = [];
  for (const [userId, view] of candidates) {
    const [person, wants] = [people.get(userId), settings.get(userId)];
    if (!person?.isActive || person.isBot || person.isImportedStub || !wants) continue;
    const reason = decide(view, wants, 'email');
    if (reason === undefined) continue;
    missed.push({ userId, reason, dueAt: new Date(sentAtMs + wants.batchingSeconds * 1000) });
  }
  return missed;
}

type Decision = { place: LogPlace; message: { messageId: number; sentAt: Date } };

/**
 * Stores a decision and the worker's position together, so that a repeated event changes nothing.
 * @returns false when it was stored before
 */
const store = (ctx: Ctx, missed: readonly Missed[], { place, message }: Decision): Promise<boolean> =>
  ctx.db.tx(async (tx) => {
    if (!(await advancePosition(tx, name, place))) return false;
    await insertMissed(tx, message, missed);
    return true;
  });
