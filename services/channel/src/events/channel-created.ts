import { maxIdsPerEvent, partsOf } from '@parley/core';
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { type ChannelId, only, type UserId } from '@parley/rules';
import type { ChannelRow } from '../db/channels.ts';
import { type Holders, viewerAudience } from '../domain/audience.ts';
import { channelFact, channelJson, type RuleOf } from '../view/channel-json.ts';

/** Builds the client event `stream/create`, with which recipients start seeing channels. */
export const streamCreate = (rows: readonly ChannelRow[], ruleOf: RuleOf): ClientEvent<'stream/create'> => ({
  type: 'stream',
  op: 'create',
  streams: rows.map((row) => channelJson(row, ruleOf)),
});

/** Builds the client event `stream/delete`, with which recipients stop seeing channels. */
export const streamDelete = (channelIds: readonly ChannelId[]): ClientEvent<'stream/delete'> => ({
  type: 'stream',
  op: 'delete',
  streams: channelIds.map((stream_id) => ({ stream_id })),
  stream_ids: channelIds,
});

export type ChannelCreation = {
  actorId: UserId;
  announce: boolean;
  /** Whether one announcement covers several new channels. Then this event causes none. */
  isAnnouncedTogether: boolean;
  traceparent: string | undefined;
};

/** Subscribers who see it only because of their subscription receive the events of `channelRevealed` instead. */
export const channelCreated = (
  row: ChannelRow,
  holders: Holders,
  ruleOf: RuleOf,
  { traceparent, ...by }: ChannelCreation,
): Event =>
  clientEvent('channel.channel.created', viewerAudience(row, holders), streamCreate([row], ruleOf), {
    fact: {
      $case: 'channelChanged',
      channelChanged: { channel: channelFact(row), previous: undefined, ...by },
    },
    traceparent,
  });

/** Builds the events with which people start seeing a channel. */
export function channelRevealed(
  row: ChannelRow,
  userIds: readonly UserId[],
  ruleOf: RuleOf,
  traceparent: string | undefined,
): Event[] {
  const event = streamCreate([row], ruleOf);
  return partsOf(userIds, maxIdsPerEvent).map((part) =>
    clientEvent('channel.channel.revealed', { userIds: part }, event, { traceparent }),
  );
}

/** Builds the events with which people stop seeing a channel. */
export const channelHidden = (
  channelId: ChannelId,
  userIds: readonly UserId[],
  traceparent: string | undefined,
): Event[] =>
  partsOf(userIds, maxIdsPerEvent).map((part) =>
    clientEvent('channel.channel.hidden', { userIds: part }, streamDelete([channelId]), { traceparent }),
  );

/** Builds the events that list a channel's subscribers for people who start seeing the channel. */
export const subscribersRevealedTo = (
  channelId: ChannelId,
  subscriberIds: readonly UserId[],
  userIds: readonly UserId[],
): Event[] =>
  partsOf(subscriberIds, maxIdsPerEvent).flatMap((user_ids) => {
    const event = { type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids } as const;
    return partsOf(userIds, maxIdsPerEvent).map((part) =>
      clientEvent('channel.subscribers.revealed', { userIds: part }, event),
    );
  });

/** Maximum number of channels in one event. A channel takes about 3 KB. */
const maxChannelsPerEvent = 100;

/** Builds the events with which one person starts seeing channels. */
export const channelsRevealed = (rows: readonly ChannelRow[], userId: UserId, ruleOf: RuleOf): Event[] =>
  partsOf(rows, maxChannelsPerEvent).map((part) =>
    clientEvent('channel.channel.revealed', only(userId), streamCreate(part, ruleOf)),
  );

/** Builds the events with which one person stops seeing channels. */
export const channelsHidden = (channelIds: readonly ChannelId[], userId: UserId): Event[] =>
  partsOf(channelIds, maxIdsPerEvent).map((part) =>
    clientEvent('channel.channel.hidden', only(userId), streamDelete(part)),
  );
