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
import { createScope } from '@parley/directory';
import type { FollowedEvent } from '@parley/event-log';
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

/** Creates the in-memory state from which `is_recently_active` and `stream_weekly_traffic` are maintained. */
function createActivity(ctx: Ctx): Activity {
  /** The latest day that is stored as active, by channel ID. The first message of these channels is stored as well. */
  const recorded = new Map<ChannelId, number>();
  /** The number of messages since the last write, by channel ID, with the day on which they were sent. */
  let counts = new Map<ChannelId, { day: number; messages: number }>();
  /** Counts of earlier days that are not written yet. */
  let complete: TrafficCount[] = [];
  let collected = 0;

  async function record(channelId: ChannelId, messageId: MessageId, day: number, signal: AbortSignal) {
    const [channel] = await channelsByIdOrKey(ctx.db, [channelId], []);
    if (!channel) return;
    const holders = await holdersOf(ctx, channel, createScope(ctx.directory, backgroundCall({ signal })));
    await ctx.db.tx(async (tx) => {
      const started = await setFirstMessage(tx, channelId, messageId);
      const activated = await setActiveOn(tx, channelId, isoDay(day));
      await emitAll(tx, [
        ...(started ? [channelUpdated(started, 'first_message_id', messageId, holders)] : []),
        ...(activated ? [channelUpdated(activated, 'is_recently_active', true, holders)] : []),
      ]);
    });
  }

  async function restart(channelId: ChannelId, messageId: MessageId | undefined, signal: AbortSignal) {
    const [channel] = await channelsByIdOrKey(ctx.db, [channelId], []);
    if (!channel) return;
    const holders = await holdersOf(ctx, channel, createScope(ctx.directory, backgroundCall({ signal })));
    await ctx.db.tx(async (tx) => {
      const changed = await changeFirstMessage(tx, channelId, messageId);
      const value = messageId ?? null;
      if (changed) await emitAll(tx, [channelUpdated(changed, 'first_message_id', value, holders)]);
    });
  }

  async function flush() {
    const batch = [
      ...complete,
      ...Array.from(counts, ([channelId, count]) => ({
        channelId,
        day: isoDay(count.day),
        messages: count.messages,
      })),
    ];
    [counts, complete, collected] = [new Map(), [], 0];
    if (batch.length > 0) await addTraffic(ctx.db, batch);
  }

  /** Counts a message. @returns a promise when so many counts are collected that they are written now */
  function count(channelId: ChannelId, day: number): Promise<void> | undefined {
    const counted = counts.get(channelId);
    if (counted?.day === day) counted.messages++;
    else {
      if (counted) complete.push({ channelId, day: isoDay(counted.day), messages: counted.messages });
      counts.set(channelId, { day, messages: 1 });
    }
    return ++collected >= maxCollected ? flush() : undefined;
  }

  async function recordAndCount(
    channelId: ChannelId,
    messageId: MessageId,
    day: number,
    signal: AbortSignal,
  ) {
    await record(channelId, messageId, day, signal);
    recorded.set(channelId, day);
    await count(channelId, day);
  }

  return {
    follow(followed, signal) {
      const { message } = followed;
      if (message) {
        const { channelId, sentAt } = message;
        if (channelId === 0) return undefined;
        const day = Math.floor((sentAt * 1000) / dayMs);
        const isRecorded = (recorded.get(channelId) ?? -1) >= day;
        return isRecorded
          ? count(channelId, day)
          : recordAndCount(channelId, followed.assignedId, day, signal);
      }
      if (followed.fact?.$case !== 'channelStartChanged') return undefined;
      const { channelId, firstMessageId } = followed.fact.channelStartChanged;
      // Without the entry, the next message of the channel is stored as its first message if the channel has none.
      recorded.delete(channelId);
      return restart(channelId, firstMessageId, signal);
    },
    flush,
  };
}

/** Starts counting. Writes the counts every 10 seconds, and once more when it is stopped. */
export function startActivity(ctx: Ctx): Activity & { stop(): Promise<void> } {
  const activity = createActivity(ctx);
  const flush = () =>
    activity.flush().catch((err: unknown) => ctx.logger.warn({ err }, 'channel traffic was not written'));
  const flushing = every(flushEveryMs, () => void flush());
  return {
    ...activity,
    async stop() {
      flushing.stop();
      await flush();
    },
  };
}

const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
