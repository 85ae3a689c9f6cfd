import { type Visitor, visitor } from '@parley/core';
import type { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import { type ChannelId, isOpenToVisitors, type MessageId, roles } from '@parley/rules';

/**
 * Decides which messages a person may read. No other code decides this: db/visible.ts turns the decision into SQL conditions,
 * and every statement that reads messages uses them.
 *
 * - Direct messages: the members of the conversation may read them.
 * - Own history: a reader may read messages that were sent to a channel during a subscription. In private channels, and for
 *   guests in all channels, only while the reader is subscribed now.
 * - The rest of a channel: people except guests may read every public channel, and guests may read web-public ones. A private
 *   channel with shared history is open to its subscribers, and to people who may subscribe without being added by others.
 * - Bots: the same rules apply as for a person with the same role and permissions.
 * - Visitors, who have no account: they may read web-public channels that are not archived.
 */
export type Reader = {
  user: Pick<User, 'userId' | 'role'> | Visitor;
  /** Subscription histories by channel ID, including channels that the reader left. */
  histories: ReadonlyMap<number, SubscriptionHistory>;
};

/** A range of message IDs: `after` < ID <= `until`. When `until` is 0, the range has no end. */
export type Period = { after: number; until: number };

export const wholeHistory: readonly Period[] = [{ after: 0, until: 0 }];
const noPeriods: readonly Period[] = [];

/** @param channel needed only when the reader is not subscribed now; undefined then means no periods */
export function ownPeriods(
  reader: Reader,
  channelId: ChannelId,
  channel: Channel | undefined,
): readonly Period[] {
  const { user } = reader;
  const history = reader.histories.get(channelId);
  if (!history || user === visitor) return noPeriods;
  if (!history.isSubscribed) {
    if (!channel || channel.inviteOnly || user.role >= roles.guest) return noPeriods;
  }
  return (
    history.periods
      .map(({ afterMessageId, untilMessageId }) => ({ after: afterMessageId, until: untilMessageId }))
      // A period without end belongs to a current subscription, so it is ignored for a reader who is not subscribed.
      .filter(({ until }) => history.isSubscribed || until !== 0)
  );
}

/** @param maySubscribe whether a permission lets the reader subscribe without being added by others */
export function readablePeriods(reader: Reader, channel: Channel, maySubscribe = false): readonly Period[] {
  const { user } = reader;
  if (user === visitor) return isOpenToVisitors(channel) ? wholeHistory : noPeriods;
  if (channel.isWebPublic) return wholeHistory;
  if (!channel.inviteOnly && user.role < roles.guest) return wholeHistory;
  const isSubscribed = reader.histories.get(channel.channelId)?.isSubscribed ?? false;
  const sharesHistory = channel.historyPublicToSubscribers;
  if (sharesHistory && (isSubscribed || (maySubscribe && user.role < roles.guest))) return wholeHistory;
  return ownPeriods(reader, channel.channelId, channel);
}

export function mayKnowChannel(reader: Reader, channel: Channel): boolean {
  const { user } = reader;
  if (user === visitor) return isOpenToVisitors(channel);
  if (reader.histories.get(channel.channelId)?.isSubscribed || channel.isWebPublic) return true;
  if (user.role >= roles.guest) return false;
  return !channel.inviteOnly || user.role <= roles.administrator;
}

/**
 * Returns the IDs of channels from which the reader unsubscribed. The caller loads them, because `ownPeriods` depends on
 * whether they are private. For guests and visitors it returns none, since they may not read former channels.
 */
export function formerChannelIds({ histories, user }: Reader): number[] {
  if (user === visitor || user.role >= roles.guest) return [];
  const ids: number[] = [];
  for (const [channelId, { isSubscribed }] of histories) if (!isSubscribed) ids.push(channelId);
  return ids;
}

/** Readable periods by channel ID. Channels without readable periods are absent. */
export type Visibility = ReadonlyMap<number, readonly Period[]>;

/** @param formerChannels the channels that `formerChannelIds` returned */
export function ownVisibility(reader: Reader, formerChannels: ReadonlyMap<number, Channel>): Visibility {
  const visibility = new Map<number, readonly Period[]>();
  for (const channelId of reader.histories.keys()) {
    const periods = ownPeriods(reader, channelId, formerChannels.get(channelId));
    if (periods.length > 0) visibility.set(channelId, periods);
  }
  return visibility;
}

export const periodsInclude = (periods: readonly Period[], messageId: MessageId): boolean =>
  periods.some(({ after, until }) => messageId > after && (until === 0 || messageId <= until));

/** Returns whether the periods contain every message. */
export const isWholeHistory = (periods: readonly Period[]): boolean =>
  periods.some(({ after, until }) => after === 0 && until === 0);
