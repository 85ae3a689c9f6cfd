import { maxIdsPerEvent, partsOf } from '@parley/core';
import { Audience, Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import type { ChannelRow } from '../db/channels.ts';
import { type Holders, whoMayKnow } from '../domain/audience.ts';
import { channelFact, channelJson, type RuleOf } from '../view/channel-json.ts';

/** A channel whole, for people who learn of it. */
export const streamCreate = (row: ChannelRow, ruleOf: RuleOf): Buffer =>
  Buffer.from(JSON.stringify({ type: 'stream', op: 'create', streams: [channelJson(row, ruleOf)] }));

/**
 * A new channel, to everyone who may know of it. Its first subscribers who know of it only through their
 * subscription are told by `channelRevealed`.
 */
export function channelCreated(
  row: ChannelRow,
  holders: Holders,
  ruleOf: RuleOf,
  by: { actorId: number; announce: boolean },
  traceparent: string | undefined,
): Event {
  return Event.create({
    kind: 'channel.channel.created',
    origin: Origin.CHANNEL,
    deliveries: [
      Delivery.create({
        audience: whoMayKnow(row, holders, { spectators: true }),
        type: 'stream',
        json: streamCreate(row, ruleOf),
      }),
    ],
    fact: {
      value: {
        $case: 'channelChanged',
        channelChanged: { channel: channelFact(row), previous: undefined, ...by },
      },
    },
    traceparent: traceparent ?? '',
  });
}

/** A channel becomes known to people who could not know of it: the client event alone, nothing changed. */
export function channelRevealed(
  row: ChannelRow,
  userIds: readonly number[],
  ruleOf: RuleOf,
  traceparent: string | undefined,
): Event[] {
  return partsOf(userIds, maxIdsPerEvent).map((part) =>
    personal('channel.channel.revealed', part, streamCreate(row, ruleOf), traceparent),
  );
}

/** A channel is gone, for people who may no longer know of it. */
export const streamDelete = (channelId: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'stream',
      op: 'delete',
      streams: [{ stream_id: channelId }],
      stream_ids: [channelId],
    }),
  );

/** People lose sight of a channel. */
export function channelHidden(
  channelId: number,
  userIds: readonly number[],
  traceparent: string | undefined,
): Event[] {
  const json = streamDelete(channelId);
  return partsOf(userIds, maxIdsPerEvent).map((part) =>
    personal('channel.channel.hidden', part, json, traceparent),
  );
}

const personal = (
  kind: string,
  userIds: number[],
  json: Buffer,
  traceparent: string | undefined,
  type = 'stream',
): Event =>
  Event.create({
    kind,
    origin: Origin.CHANNEL,
    deliveries: [Delivery.create({ audience: Audience.create({ userIds }), type, json })],
    traceparent: traceparent ?? '',
  });

/** A channel's subscribers, to people who have just learnt of it. */
export const peersTo = (
  channelId: number,
  subscriberIds: readonly number[],
  userIds: readonly number[],
): Event[] =>
  partsOf(subscriberIds, maxIdsPerEvent).flatMap((user_ids) => {
    const json = Buffer.from(
      JSON.stringify({ type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids }),
    );
    return partsOf(userIds, maxIdsPerEvent).map((part) =>
      personal('channel.subscribers.revealed', part, json, undefined, 'subscription'),
    );
  });

/** Channels in one event at most: each is some 3 KB. */
const maxChannelsPerEvent = 100;

/** A person may know of more channels than before: whole, with the number of their subscribers. */
export const channelsRevealed = (rows: readonly ChannelRow[], userId: number, ruleOf: RuleOf): Event[] =>
  partsOf(rows, maxChannelsPerEvent).map((part) =>
    personal(
      'channel.channel.revealed',
      [userId],
      Buffer.from(
        JSON.stringify({
          type: 'stream',
          op: 'create',
          streams: part.map((row) => channelJson(row, ruleOf)),
        }),
      ),
      undefined,
    ),
  );

/** A person may know of fewer channels than before. */
export const channelsHidden = (channelIds: readonly number[], userId: number): Event[] =>
  partsOf(channelIds, maxIdsPerEvent).map((stream_ids) =>
    personal(
      'channel.channel.hidden',
      [userId],
      Buffer.from(
        JSON.stringify({
          type: 'stream',
          op: 'delete',
          streams: stream_ids.map((stream_id) => ({ stream_id })),
          stream_ids,
        }),
      ),
      undefined,
    ),
  );
