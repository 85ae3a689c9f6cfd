import { ParleyError, required, retry } from '@parley/core';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import { createScope } from '@parley/facts';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import { userTopicKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { advancePosition } from '../db/log-positions.ts';
import { moveTurn, removeWaiting } from '../db/topic-turns.ts';
import {
  type ChannelInterest,
  candidatesOf,
  concernsNobody,
  isNotifying,
  isQuiet,
  mentionedBy,
} from '../domain/recipients.ts';
import { decideFor, decidingWorker, peoplePerStep } from './decide-for.ts';
import { placedMessage, WaitingMessages } from './waiting.ts';

/** Time limit of the lookup of a message's sender, in milliseconds. */
const decideWithinMs = 60_000;
const retrying = { baseMs: 200, maxMs: 10_000 };

/** People whom a message concerns itself at once; those who want every message in turns. */
export function startDeciding(ctx: Ctx, log: WorkerLog): Worker {
  const waiting = new WaitingMessages(ctx);
  return startWorker(log, {
    name: decidingWorker,
    from: 'head',
    facts: ['messageSent', 'messagesDeleted', 'topicMoved'],
    handle: (event, signal, epoch) => handle(ctx, event, { signal, epoch, waiting }),
    flush: () => waiting.flush(),
  });
}

type Work = { signal: AbortSignal; epoch: string; waiting: WaitingMessages };

/**
 * Handles one event. Most messages mention nobody. While the settings for their channel are cached, they need no asynchronous
 * step; and if nobody wants every message of their topic, their text is not decoded.
 */
function handle(ctx: Ctx, event: FollowedEvent, work: Work): Promise<void> | undefined {
  if (event.message) return decideOn(ctx, event, work);
  return follow(ctx, event, work);
}

/** Changes the waiting messages after a deletion or a move. */
async function follow(ctx: Ctx, { id, fact }: FollowedEvent, { epoch, waiting }: Work): Promise<void> {
  if (fact?.$case !== 'messagesDeleted' && fact?.$case !== 'topicMoved') return;
  await waiting.flush();
  if (fact.$case === 'messagesDeleted') return removeWaiting(ctx.db, fact.messagesDeleted.messageIds);
  const { channelId, topic, toChannelId, toTopic } = fact.topicMoved;
  const to = { channelId: toChannelId, topicKey: userTopicKey(toChannelId, toTopic) };
  await ctx.db.tx(async (tx) => {
    // A repeated event must not move messages that were sent to a new topic of the former name.
    if (await advancePosition(tx, decidingWorker, { epoch, eventId: id }))
      await moveTurn(tx, userTopicKey(channelId, topic), to);
  });
}

function decideOn(ctx: Ctx, event: FollowedEvent, work: Work): Promise<void> | undefined {
  if (notifiesNobody(ctx, event)) return undefined;
  const { fact } = event;
  if (fact?.$case !== 'messageSent') return undefined;
  const message = fact.messageSent;
  if (canOnlyWait(ctx, event, message)) {
    work.waiting.add(required(placedMessage(event, message, work.epoch), 'place of a message'));
    return undefined;
  }
  // Retries without limit while a service does not answer. Otherwise the worker would set the event aside as one that always fails.
  return retry(() => decideWithFacts(ctx, event, message, work), {
    ...retrying,
    signal: work.signal,
    retryable: (error) => error instanceof ParleyError && error.status >= 500,
    onRetry: (err) => ctx.logger.warn({ err, eventId: event.id }, 'a notification was not decided; retrying'),
  });
}

/** Only a bot can be a system bot, whose messages notify nobody. */
const canOnlyWait = (ctx: Ctx, event: FollowedEvent, sent: MessageSent): boolean =>
  event.message?.mentionsNobody === true &&
  !sent.senderIsBot &&
  mentionedBy(sent) !== undefined &&
  hasMerged(ctx, event) &&
  ctx.interests.peek(event.message.channelId) !== undefined;

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
const hasMerged = ({ factCache }: Ctx, { sequence }: FollowedEvent): boolean =>
  factCache.follower.position.sequence >= sequence;

async function decideWithFacts(
  ctx: Ctx,
  event: FollowedEvent,
  sent: MessageSent,
  { signal, epoch, waiting }: Work,
): Promise<void> {
  // The position that is stored with this decision covers the messages before.
  await waiting.flush();
  await ctx.factCache.follower.waitFor(event.sequence, signal);
  const scope = createScope(ctx.factCache, backgroundCall({ timeoutMs: decideWithinMs, signal }));
  if (!isNotifying(sent, await scope.users.get(sent.senderId))) return;
  const candidates = candidatesOf(sent, await interestIn(ctx, sent, signal));
  // Uses the commit time, because the message's own time has only whole seconds, and the person may have been active within
  // that second.
  const sentAtMs = Math.floor(event.committedAtUs / 1000);
  const message = { messageId: event.assignedId, sentAt: new Date(sentAtMs) };
  const place = { epoch, eventId: event.id };
  const mentioned = mentionedBy(sent);
  const own = mentioned ? new Map([...candidates].filter(([userId]) => mentioned.has(userId))) : candidates;
  if (own.size === candidates.size || own.size > peoplePerStep)
    return decideFor(ctx, candidates, { place, message, signal });
  await decideFor(ctx, own, { place, message, signal, waiting: placedMessage(event, sent, epoch) });
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
