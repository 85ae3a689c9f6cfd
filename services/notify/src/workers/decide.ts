import { ParleyError, retry } from '@parley/core';
import { createScope } from '@parley/directory';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  type ChannelInterest,
  candidatesOf,
  concernsNobody,
  isNotifying,
  isQuiet,
} from '../domain/recipients.ts';
import { decideFor, decidingWorker } from './decide-for.ts';

/** Time limit of the lookup of a message's sender, in milliseconds. */
const decideWithinMs = 60_000;
const retrying = { baseMs: 200, maxMs: 10_000 };

/** Starts the worker that decides which people are notified of a message. */
export const startDeciding = (ctx: Ctx, log: WorkerLog): Worker =>
  startWorker(log, {
    name: decidingWorker,
    from: 'head',
    facts: ['messageSent'],
    handle: (event, signal, epoch) => decideOn(ctx, event, { signal, epoch }),
  });

type Work = { signal: AbortSignal; epoch: string };

/**
 * Decides about one event. Most messages mention nobody and notify nobody. While the settings for their channel are cached, such
 * messages need no asynchronous step, and their text is not decoded.
 */
function decideOn(ctx: Ctx, event: FollowedEvent, work: Work): Promise<void> | undefined {
  if (notifiesNobody(ctx, event)) return undefined;
  const { fact } = event;
  if (fact?.$case !== 'messageSent') return undefined;
  const message = fact.messageSent;
  // Retries without limit while a service does not answer. Otherwise the worker would set the event aside as one that always fails.
  return retry(() => decideWithFacts(ctx, event, message, work), {
    ...retrying,
    signal: work.signal,
    retryable: (error) => error instanceof ParleyError && error.status >= 500,
    onRetry: (err) => ctx.logger.warn({ err, eventId: event.id }, 'a notification was not decided; retrying'),
  });
}

/** Returns whether a message certainly notifies nobody, according to the cached settings and a few values of the event. */
function notifiesNobody(ctx: Ctx, event: FollowedEvent): boolean {
  if (!event.message?.mentionsNobody || !hasMerged(ctx, event)) return false;
  const { channelId } = event.message;
  const interest = ctx.interests.peek(channelId);
  if (!interest) return false;
  if (isQuiet(interest)) return true;
  const { senderId = 0, channel } = event.sent ?? {};
  return channel !== undefined && concernsNobody(interest, { senderId, channelId, topic: channel.topic });
}

/** Returns whether the caches include all changes that were committed before the event. */
const hasMerged = ({ directory }: Ctx, { sequence }: FollowedEvent): boolean =>
  directory.follower.position.sequence >= sequence;

async function decideWithFacts(
  ctx: Ctx,
  event: FollowedEvent,
  sent: MessageSent,
  { signal, epoch }: Work,
): Promise<void> {
  await ctx.directory.follower.waitFor(event.sequence, signal);
  const scope = createScope(ctx.directory, backgroundCall({ timeoutMs: decideWithinMs, signal }));
  if (!isNotifying(sent, await scope.users.get(sent.senderId))) return;
  const candidates = candidatesOf(sent, await interestIn(ctx, sent, signal));
  // Uses the commit time, because the message's own time has only whole seconds, and the person may have been active within
  // that second.
  const sentAtMs = Math.floor(event.committedAtUs / 1000);
  const message = { messageId: event.assignedId, sentAt: new Date(sentAtMs) };
  const place = { epoch, eventId: event.id };
  await decideFor(ctx, candidates, { place, message, signal });
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
