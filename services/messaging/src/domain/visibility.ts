import type { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import { roles } from '@parley/rules';

/**
 * Decides who may read which message. It is the only code that decides this: db/visible.ts turns the decision into SQL
 * conditions, and every statement that reads messages uses these.
 *
 * - Direct messages: the members of the conversation.
 * - Own history: messages that were sent to a channel while the reader was subscribed to it. In private channels, and
 *   for guests in all channels, only while they are still subscribed.
 * - The rest of a channel: in public channels all people except guests; in web-public channels guests as well; in
 *   private channels with shared history their subscribers, and people who may subscribe without being added by others.
 * - Bots: the same as a person with the same role and permissions.
 * - Spectators, who have no account: web-public channels that are not archived.
 */
export type Reader = {
  user: Pick<User, 'userId' | 'role'>;
  /** Histories by channel, including those of former subscriptions. */
  histories: ReadonlyMap<number, SubscriptionHistory>;
};

/** Message IDs with `after` < ID <= `until`. An `until` of 0 means no end. */
export type Period = { after: number; until: number };

export const wholeHistory: readonly Period[] = [{ after: 0, until: 0 }];
const noPeriods: readonly Period[] = [];

const isSpectator = ({ user }: Reader): boolean => user.userId === 0;
const isOpenToAll = ({ isWebPublic, isArchived }: Channel): boolean => isWebPublic && !isArchived;

/**
 * Returns the periods of the reader's own history in a channel. `channel` is needed only when the reader is not
 * subscribed now.
 */
export function ownPeriods(
  reader: Reader,
  channelId: number,
  channel: Channel | undefined,
): readonly Period[] {
  const history = reader.histories.get(channelId);
  if (!history) return noPeriods;
  if (!history.isSubscribed) {
    if (!channel || channel.inviteOnly || reader.user.role >= roles.guest) return noPeriods;
  }
  return (
    history.periods
      .map(({ afterMessageId, untilMessageId }) => ({ after: afterMessageId, until: untilMessageId }))
      // After an unsubscription no period is open.
      .filter(({ until }) => history.isSubscribed || until !== 0)
  );
}

/**
 * Returns everything that the reader may read in a channel.
 * @param maySubscribe whether a permission of the channel lets the reader subscribe without being added by others
 */
export function readablePeriods(reader: Reader, channel: Channel, maySubscribe = false): readonly Period[] {
  const { user } = reader;
  if (isSpectator(reader)) return isOpenToAll(channel) ? wholeHistory : noPeriods;
  if (channel.isWebPublic) return wholeHistory;
  if (!channel.inviteOnly && user.role < roles.guest) return wholeHistory;
  const isSubscribed = reader.histories.get(channel.channelId)?.isSubscribed ?? false;
  const sharesHistory = channel.historyPublicToSubscribers;
  if (sharesHistory && (isSubscribed || (maySubscribe && user.role < roles.guest))) return wholeHistory;
  return ownPeriods(reader, channel.channelId, channel);
}

/** Returns whether the reader may know that the channel exists. */
export function mayKnowChannel(reader: Reader, channel: Channel): boolean {
  if (isSpectator(reader)) return isOpenToAll(channel);
  if (reader.histories.get(channel.channelId)?.isSubscribed || channel.isWebPublic) return true;
  if (reader.user.role >= roles.guest) return false;
  return !channel.inviteOnly || reader.user.role <= roles.administrator;
}

/** Returns the channels from which the reader unsubscribed. `ownPeriods` needs to know whether these are private. */
export function formerChannelIds({ histories, user }: Reader): number[] {
  if (user.role >= roles.guest) return [];
  const ids: number[] = [];
  for (const [channelId, { isSubscribed }] of histories) if (!isSubscribed) ids.push(channelId);
  return ids;
}

/** Readable periods by channel. Channels without any are absent. */
export type Visibility = ReadonlyMap<number, readonly Period[]>;

/** Returns the reader's own history in all channels. */
export function ownVisibility(reader: Reader, formerChannels: ReadonlyMap<number, Channel>): Visibility {
  const visibility = new Map<number, readonly Period[]>();
  for (const channelId of reader.histories.keys()) {
    const periods = ownPeriods(reader, channelId, formerChannels.get(channelId));
    if (periods.length > 0) visibility.set(channelId, periods);
  }
  return visibility;
}

/** Returns whether a message lies in one of the periods. */
export const periodsInclude = (periods: readonly Period[], messageId: number): boolean =>
  periods.some(({ after, until }) => messageId > after && (until === 0 || messageId <= until));

/** Returns whether the periods include every message. */
export const isWholeHistory = (periods: readonly Period[]): boolean =>
  periods.some(({ after, until }) => after === 0 && until === 0);
