/**
 * Follows events about messages (`messaging.message.sent`, `messaging.channel.start_changed`) to maintain three facts about
 * each channel: its first message, whether it was recently active, and its messages per week.
 *
 * The first message is exact, and usually written once per channel. Activity is written at most once per channel and day.
 * Numbers of messages are counted in memory and written in batches, so that a sent message costs almost nothing here. A replica
 * loses the counts of its last seconds when it is killed or the write fails. This is acceptable, because the weekly average is
 * rounded.
 */
import { every } from '@parley/core';
import { emitAll } from '@parley/db';
import type { FollowedEvent } from '@parley/event-log';
import { createScope } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import type { ChannelId, MessageId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import {
  addTraffic,
  changeFirstMessage,
  setActiveOn,
  setFirstMessage,
  type TrafficCount,
} from '../db/activity.ts';
import { channelsByIdOrKey } from '../db/channels.ts';
import type { Holders } from '../domain/audience.ts';
import { channelUpdated } from '../events/channel-updated.ts';
import { holdersOf } from '../facts/holders.ts';

export type Activity = {
  /** Handles an event of the log. It is idempotent except for counts. Returns undefined when there is nothing to await. */
  follow(followed: FollowedEvent, signal: AbortSignal): Promise<void> | undefined;
  /** Writes the counts that have been collected. */
  flush(): Promise<void>;
};

const maxCollected = 10_000;
const flushEveryMs = 10_000;
const dayMs = 86_400_000;

/** The in-memory state from which `is_recently_active` and `stream_weekly_traffic` are maintained. */
class CountedActivity implements Activity {
  readonly #ctx: Ctx;
  /** The latest day that is stored as active, by channel ID. The first message of these channels is stored as well. */
  readonly #recorded = new Map<ChannelId, number>();
  /** The number of messages since the last write, by channel ID, with the day on which they were sent. */
  #counts = new Map<ChannelId, { day: number; messages: number }>();
  /** Counts of earlier days that are not written yet. */
  #complete: TrafficCount[] = [];
  #collected = 0;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  follow(followed: FollowedEvent, signal: AbortSignal): Promise<void> | undefined {
    const { message } = followed;
    if (message) {
      const { channelId, sentAt } = message;
      if (channelId === 0) return undefined;
      const day = Math.floor((sentAt * 1000) / dayMs);
      const isRecorded = (this.#recorded.get(channelId) ?? -1) >= day;
      return isRecorded
        ? this.#count(channelId, day)
        : this.#recordAndCount(channelId, followed.assignedId, day, signal);
    }
    if (followed.fact?.$case !== 'channelStartChanged') return undefined;
    const { channelId, firstMessageId } = followed.fact.channelStartChanged;
    // Without the entry, the next message of the channel is stored as its first message if the channel has none.
    this.#recorded.delete(channelId);
    return this.#restart(channelId, firstMessageId, signal);
  }

  async flush(): Promise<void> {
    const batch = [
      ...this.#complete,
      ...Array.from(this.#counts, ([channelId, { day, messages }]) => ({
        channelId,
        day: isoDay(day),
        messages,
      })),
    ];
    [this.#counts, this.#complete, this.#collected] = [new Map(), [], 0];
    if (batch.length > 0) await addTraffic(this.#ctx.db, batch);
  }

  /** Counts a message. @returns a promise when so many counts are collected that they are written now */
  #count(channelId: ChannelId, day: number): Promise<void> | undefined {
    const counted = this.#counts.get(channelId);
    if (counted?.day === day) counted.messages++;
    else {
      if (counted) this.#complete.push({ channelId, day: isoDay(counted.day), messages: counted.messages });
      this.#counts.set(channelId, { day, messages: 1 });
    }
    return ++this.#collected >= maxCollected ? this.flush() : undefined;
  }

  async #recordAndCount(
    channelId: ChannelId,
    messageId: MessageId,
    day: number,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#record(channelId, messageId, day, signal);
    this.#recorded.set(channelId, day);
    await this.#count(channelId, day);
  }

  async #record(channelId: ChannelId, messageId: MessageId, day: number, signal: AbortSignal): Promise<void> {
    const holders = await this.#holdersOf(channelId, signal);
    if (!holders) return;
    await this.#ctx.db.tx(async (tx) => {
      const started = await setFirstMessage(tx, channelId, messageId);
      const activated = await setActiveOn(tx, channelId, isoDay(day));
      await emitAll(tx, [
        ...(started ? [channelUpdated(started, 'first_message_id', messageId, holders)] : []),
        ...(activated ? [channelUpdated(activated, 'is_recently_active', true, holders)] : []),
      ]);
    });
  }

  async #restart(channelId: ChannelId, messageId: MessageId | undefined, signal: AbortSignal): Promise<void> {
    const holders = await this.#holdersOf(channelId, signal);
    if (!holders) return;
    await this.#ctx.db.tx(async (tx) => {
      const changed = await changeFirstMessage(tx, channelId, messageId);
      const value = messageId ?? null;
      if (changed) await emitAll(tx, [channelUpdated(changed, 'first_message_id', value, holders)]);
    });
  }

  /** Returns who sees a channel; undefined for one that does not exist. */
  async #holdersOf(channelId: ChannelId, signal: AbortSignal): Promise<Holders | undefined> {
    const { db, factCache } = this.#ctx;
    const [channel] = await channelsByIdOrKey(db, [channelId], []);
    if (!channel) return undefined;
    return await holdersOf(this.#ctx, channel, createScope(factCache, backgroundCall({ signal })));
  }
}

/** Starts counting. Writes the counts every 10 seconds, and once more when it is stopped. */
export function startActivity(ctx: Ctx): Activity & { stop(): Promise<void> } {
  const activity = new CountedActivity(ctx);
  const flush = () =>
    activity.flush().catch((err: unknown) => ctx.logger.warn({ err }, 'channel traffic was not written'));
  const flushing = every(flushEveryMs, () => void flush());
  return {
    follow: (followed, signal) => activity.follow(followed, signal),
    flush: () => activity.flush(),
    async stop() {
      flushing.stop();
      await flush();
    },
  };
}

const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
