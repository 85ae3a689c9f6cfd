/**
 * What channels get and lose (`messaging.message.sent`, `messaging.channel.start_changed`): their first message, whether they are in use, and how many
 * messages a week. The first message is exact and written once per channel; activity is written once per channel
 * and day; counts are gathered in memory and written together, so that a send costs nothing here. A replica that
 * is killed forgets the counts of its last seconds: weekly traffic is a rounded average.
 */
import { emitAll } from '@parley/db';
import type { FollowedEvent } from '@parley/event-log';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { addTraffic, changeFirstMessage, setActiveOn, setFirstMessage } from '../db/activity.ts';
import { channelsByIdOrKey } from '../db/channels.ts';
import { channelUpdated } from '../events/channel-updated.ts';
import { holdersOf } from '../holders.ts';

export type Activity = {
  /** Applies one event of the log; may come again. */
  follow(followed: FollowedEvent, signal: AbortSignal): Promise<void>;
  /** Writes the counts gathered so far. */
  flush(): Promise<void>;
};

const maxGathered = 10_000;
const dayMs = 86_400_000;

export function createActivity(ctx: Ctx): Activity {
  /** Latest day recorded by channel; one that is here has its first message recorded too. */
  const recorded = new Map<number, number>();
  let counts = new Map<string, { channelId: number; day: string; messages: number }>();
  let gathered = 0;

  async function record(channelId: number, messageId: number, day: number, signal: AbortSignal) {
    const [channel] = await channelsByIdOrKey(ctx.db, [channelId], []);
    if (!channel) return;
    const holders = await holdersOf(ctx, channel, backgroundCall({ signal }));
    await ctx.db.tx(async (tx) => {
      const begun = await setFirstMessage(tx, channelId, messageId);
      const awake = await setActiveOn(tx, channelId, isoDay(day));
      await emitAll(tx, [
        ...(begun ? [channelUpdated(begun, 'first_message_id', messageId, holders)] : []),
        ...(awake ? [channelUpdated(awake, 'is_recently_active', true, holders)] : []),
      ]);
    });
  }

  async function restart(channelId: number, messageId: number | undefined, signal: AbortSignal) {
    const [channel] = await channelsByIdOrKey(ctx.db, [channelId], []);
    if (!channel) return;
    const holders = await holdersOf(ctx, channel, backgroundCall({ signal }));
    await ctx.db.tx(async (tx) => {
      const changed = await changeFirstMessage(tx, channelId, messageId);
      const value = messageId ?? null;
      if (changed) await emitAll(tx, [channelUpdated(changed, 'first_message_id', value, holders)]);
    });
  }

  async function flush() {
    const batch = [...counts.values()];
    [counts, gathered] = [new Map(), 0];
    if (batch.length > 0) await addTraffic(ctx.db, batch);
  }

  return {
    async follow(followed, signal) {
      const fact = followed.event.fact?.value;
      if (fact?.$case === 'channelStartChanged') {
        const { channelId, firstMessageId } = fact.channelStartChanged;
        // Its next message is recorded anew.
        recorded.delete(channelId);
        return restart(channelId, firstMessageId, signal);
      }
      if (fact?.$case !== 'messageSent' || fact.messageSent.place?.$case !== 'channel') return;
      const { channelId } = fact.messageSent.place.channel;
      const day = Math.floor((fact.messageSent.sentAt * 1000) / dayMs);
      if ((recorded.get(channelId) ?? -1) < day) {
        await record(channelId, followed.assignedId, day, signal);
        recorded.set(channelId, day);
      }
      const key = `${channelId} ${day}`;
      const count = counts.get(key);
      if (count) count.messages++;
      else counts.set(key, { channelId, day: isoDay(day), messages: 1 });
      if (++gathered >= maxGathered) await flush();
    },
    flush,
  };
}

const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
