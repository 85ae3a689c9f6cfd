import { createHash } from 'node:crypto';
import {
  type FactValue,
  type FollowedEvent,
  startWorker,
  type Worker,
  type WorkerLog,
} from '@parley/event-log';
import { createScope } from '@parley/facts';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import type { ChannelId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { rotateTokens } from '../db/incoming-webhooks.ts';
import { insertOutgoing, type NewOutgoingDelivery } from '../db/outgoing-deliveries.ts';
import { listOutgoing } from '../db/outgoing-webhooks.ts';
import { appEventsOf, maxOfOneChange } from '../domain/apps/app-events.ts';
import { appInterface, type BotTriggers, type Trigger, triggersOf } from '../domain/deliveries/triggers.ts';
import { newToken } from '../domain/new-token.ts';
import { mayKnowChannel, mayKnowEvent } from '../facts/may-know.ts';

/** Milliseconds after which the list of bots is read again for messages that mention nobody. */
const listMs = 1_000;
/** Time in which it is looked up whether a bot may know of an event, in milliseconds. */
const readWithinMs = 10_000;

/**
 * Starts the worker that stores which messages go to programs of bots, and that ends addresses whose bot has lost its access. One replica works at
 * a time. An event may be handled again; the rows are unique by it.
 */
export function startFollowing(ctx: Ctx, log: WorkerLog): Worker {
  const bots = new BotList(ctx);
  return startWorker(log, {
    name: 'integrations',
    from: 'head',
    facts: [
      'messageSent',
      'accessEnded',
      'reactionChanged',
      'channelChanged',
      'subscriptionsAdded',
      'subscriptionsRemoved',
      'userChanged',
    ],
    handle: (event, _signal, epoch) => follow(ctx, event, epoch, bots),
  });
}

/** Handles one event. Returns undefined for the many messages that concern no bot. */
function follow(ctx: Ctx, event: FollowedEvent, epoch: string, bots: BotList): Promise<void> | undefined {
  // Most messages mention nobody, and no bot listens in their channel. They are not decoded.
  if (event.message?.mentionsNobody && !bots.listenIn(event.message.channelId)) return undefined;
  const { fact } = event;
  if (fact?.$case === 'accessEnded') return endAddresses(ctx, fact.accessEnded.userId);
  if (fact === undefined) return undefined;
  if (fact.$case !== 'messageSent') return followOther(ctx, event, fact, epoch, bots);
  const sent = fact.messageSent;
  return (async () => {
    const listed = await bots.since(event.committedAtUs);
    const triggers = await knownTriggers(
      ctx,
      sent,
      triggersOf(sent, listed, await subscriptionsOfApps(ctx, listed)),
    );
    if (triggers.length === 0) return;
    await insertOutgoing(
      ctx.db,
      triggers.map((trigger) => ({
        ...trigger,
        epoch,
        eventId: event.id,
        messageId: event.assignedId,
        senderId: sent.senderId,
        event: '',
      })),
    );
    ctx.kickSender();
  })();
}

/**
 * Returns the triggers without words in channels of which the bot may not know: that a message begins with one of them is part of what it says, and
 * those who manage the bot see its deliveries.
 */
async function knownTriggers(
  { factCache }: Ctx,
  { place }: MessageSent,
  triggers: readonly Trigger[],
): Promise<Trigger[]> {
  if (place?.$case !== 'channel') return [...triggers];
  const { channelId } = place.channel;
  const scope = createScope(factCache, backgroundCall());
  const known = await Promise.all(
    triggers.map(({ trigger, botId }) => trigger !== 'word' || mayKnowChannel(botId, channelId, scope)),
  );
  return triggers.filter((_, at) => known[at]);
}

/** Returns whether the bot of an app that wants messages is subscribed to a channel. */
async function subscriptionsOfApps(
  { factCache }: Ctx,
  bots: readonly BotTriggers[],
): Promise<(botId: UserId, channelId: ChannelId) => boolean> {
  const wanting = bots.filter((bot) => bot.interface === appInterface && bot.events.includes('message'));
  if (wanting.length === 0) return () => false;
  const scope = createScope(factCache, backgroundCall());
  const all = new Map(
    await Promise.all(wanting.map(async ({ botId }) => [botId, await scope.subscriptions(botId)] as const)),
  );
  return (botId, channelId) => all.get(botId)?.get(channelId)?.isSubscribed ?? false;
}

/** Stores events beyond messages for the programs that have asked for them. Undefined when there are none. */
function followOther(
  ctx: Ctx,
  event: FollowedEvent,
  fact: FactValue,
  epoch: string,
  bots: BotList,
): Promise<void> | undefined {
  if (!bots.wantEvents()) return undefined;
  const found = appEventsOf(fact, event.event.kind);
  if (found.length === 0) return undefined;
  return (async () => {
    const listed = await bots.since(event.committedAtUs);
    const rows: NewOutgoingDelivery[] = [];
    for (const { botId, events } of listed) {
      const call = backgroundCall({ timeoutMs: readWithinMs, principal: { userId: botId } });
      const scope = createScope(ctx.factCache, call);
      for (const [part, each] of found.entries()) {
        if (!events.includes(each.kind) || each.userId === botId) continue;
        // Those who manage the bot see its deliveries, also those of which nothing is sent. In a channel, the message is read only when it is sent.
        const asked = each.channelId ? { ...each, messageId: 0 } : each;
        if (!(await mayKnowEvent(ctx, asked, botId, scope))) continue;
        rows.push({
          botId,
          epoch,
          // One change can be several events. Their numbers are none of those of messages.
          eventId: -(event.id * maxOfOneChange + part),
          messageId: each.messageId ?? 0,
          senderId: each.userId ?? 0,
          trigger: each.kind,
          triggerWord: '',
          event: JSON.stringify(each),
        });
      }
    }
    if (rows.length === 0) return;
    await insertOutgoing(ctx.db, rows);
    ctx.kickSender();
  })();
}

/** All access of a bot has ended. Its addresses get new tokens, which those who manage it can see. */
async function endAddresses(ctx: Ctx, botId: UserId): Promise<void> {
  await rotateTokens(ctx.db, botId, new Date(ctx.clock.now()), () => {
    const token = newToken();
    return {
      tokenSha256: createHash('sha256').update(token).digest(),
      sealedToken: ctx.sealer.seal(token, botId),
    };
  });
}

/** The bots with programs. A list that was read after a message was committed decides about the message. */
class BotList {
  readonly #db: Ctx['db'];
  #bots: readonly BotTriggers[] = [];
  #readAtUs = 0;
  #triedAtMs = Number.NEGATIVE_INFINITY;

  constructor({ db }: Pick<Ctx, 'db'>) {
    this.#db = db;
  }

  /** Returns whether a bot may listen to words in a channel, by a cache that is up to two seconds old. */
  listenIn(channelId: ChannelId): boolean {
    const now = performance.now();
    if (now - this.#triedAtMs > listMs) {
      this.#triedAtMs = now;
      this.since(Number.POSITIVE_INFINITY).catch(() => undefined);
    }
    return this.#bots.some(
      (bot) =>
        bot.channelIds.includes(channelId) ||
        (bot.interface === appInterface && bot.events.includes('message')),
    );
  }

  /** Returns whether a bot may want events beyond messages. A change of that takes up to two seconds, as that of `listenIn`. */
  wantEvents(): boolean {
    this.listenIn(0);
    return this.#bots.some(({ events }) => events.length > 0);
  }

  /** Returns the bots as they are after a time. @param committedAtUs microseconds since the Unix epoch, by the clock of the database */
  async since(committedAtUs: number): Promise<readonly BotTriggers[]> {
    if (this.#readAtUs > committedAtUs) return this.#bots;
    const { bots, readAtUs } = await listOutgoing(this.#db);
    if (readAtUs >= this.#readAtUs) [this.#bots, this.#readAtUs] = [bots, readAtUs];
    return bots;
  }
}
