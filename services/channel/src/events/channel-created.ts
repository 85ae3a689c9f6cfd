import { maxIdsPerEvent, partsOf } from '@parley/core';
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';
import type { ChannelRow } from '../db/channels.ts';
import { type Holders, whoMayKnow } from '../domain/audience.ts';
import { channelFact, channelJson, type RuleOf } from '../view/channel-json.ts';

/** Channels whole, for people who learn of them. */
export const streamCreate = (rows: readonly ChannelRow[], ruleOf: RuleOf): ClientEvent => ({
  type: 'stream',
  op: 'create',
  streams: rows.map((row) => channelJson(row, ruleOf)),
});

/** Channels are gone, for people who may no longer know of them. */
export const streamDelete = (channelIds: readonly number[]): ClientEvent => ({
  type: 'stream',
  op: 'delete',
  streams: channelIds.map((stream_id) => ({ stream_id })),
  stream_ids: channelIds,
});

/**
 * A new channel, to everyone who may know of it. Its first subscribers who know of it only through their
 * subscription are told by `channelRevealed`.
 */
export const channelCreated = (
  row: ChannelRow,
  holders: Holders,
  ruleOf: RuleOf,
  by: { actorId: number; announce: boolean; isAnnouncedTogether: boolean },
  traceparent: string | undefined,
): Event =>
  clientEvent(
    'channel.channel.created',
    whoMayKnow(row, holders, { spectators: true }),
    streamCreate([row], ruleOf),
    {
      fact: {
        $case: 'channelChanged',
        channelChanged: { channel: channelFact(row), previous: undefined, ...by },
      },
      traceparent,
    },
  );

/** A channel becomes known to people who could not know of it: the client event alone, nothing changed. */
export function channelRevealed(
  row: ChannelRow,
  userIds: readonly number[],
  ruleOf: RuleOf,
  traceparent: string | undefined,
): Event[] {
  const event = streamCreate([row], ruleOf);
  return partsOf(userIds, maxIdsPerEvent).map((part) =>
    clientEvent('channel.channel.revealed', { userIds: part }, event, { traceparent }),
  );
}

/** People lose sight of a channel. */
export const channelHidden = (
  channelId: number,
  userIds: readonly number[],
  traceparent: string | undefined,
): Event[] =>
  partsOf(userIds, maxIdsPerEvent).map((part) =>
    clientEvent('channel.channel.hidden', { userIds: part }, streamDelete([channelId]), { traceparent }),
  );

/** A channel's subscribers, to people who have just learnt of it. */
export const peersTo = (
  channelId: number,
  subscriberIds: readonly number[],
  userIds: readonly number[],
): Event[] =>
  partsOf(subscriberIds, maxIdsPerEvent).flatMap((user_ids) => {
    const event = { type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids };
    return partsOf(userIds, maxIdsPerEvent).map((part) =>
      clientEvent('channel.subscribers.revealed', { userIds: part }, event),
    );
  });

/** Channels in one event at most: each is some 3 KB. */
const maxChannelsPerEvent = 100;

/** A person may know of more channels than before: whole, with the number of their subscribers. */
export const channelsRevealed = (rows: readonly ChannelRow[], userId: number, ruleOf: RuleOf): Event[] =>
  partsOf(rows, maxChannelsPerEvent).map((part) =>
    clientEvent('channel.channel.revealed', only(userId), streamCreate(part, ruleOf)),
  );

/** A person may know of fewer channels than before. */
export const channelsHidden = (channelIds: readonly number[], userId: number): Event[] =>
  partsOf(channelIds, maxIdsPerEvent).map((part) =>
    clientEvent('channel.channel.hidden', only(userId), streamDelete(part)),
  );
