import type { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import { roles } from '@parley/rules';

/**
 * Who may read which message. The only place that decides it; db/visible.ts puts the decision into statements, and
 * everything that reads messages uses that.
 *
 * - Direct messages: the members of the conversation.
 * - Own history: messages sent to a channel while the person was subscribed to it. Of private channels, and for
 *   guests of every channel, only as long as they are subscribed.
 * - Everything else in a channel: of public channels everyone but guests, of web-public ones guests as well, of
 *   private ones with shared history their subscribers and those who may subscribe at will.
 * - Bots have their own history only (specification, 13).
 * - Spectators, who have no account: web-public channels that are not archived.
 */
export type Reader = {
  user: Pick<User, 'userId' | 'role' | 'isBot'>;
  /** By channel, past subscriptions too. */
  histories: ReadonlyMap<number, SubscriptionHistory>;
};

/** Message IDs with `after` < ID <= `until`; until 0 is open. */
export type Period = { after: number; until: number };

export const wholeHistory: readonly Period[] = [{ after: 0, until: 0 }];
const nothing: readonly Period[] = [];

const isSpectator = ({ user }: Reader): boolean => user.userId === 0;
const isOpenToAll = ({ isWebPublic, isArchived }: Channel): boolean => isWebPublic && !isArchived;

/** What the reader's own history holds of a channel. `channel` is needed only where they are not subscribed now. */
export function ownPeriods(
  reader: Reader,
  channelId: number,
  channel: Channel | undefined,
): readonly Period[] {
  const history = reader.histories.get(channelId);
  if (!history) return nothing;
  if (!history.isSubscribed) {
    if (!channel || channel.inviteOnly || reader.user.role >= roles.guest) return nothing;
  }
  return (
    history.periods
      .map(({ afterMessageId, untilMessageId }) => ({ after: afterMessageId, until: untilMessageId }))
      // Nothing is open for somebody who left.
      .filter(({ until }) => history.isSubscribed || until !== 0)
  );
}

/**
 * All that the reader may read of a channel.
 * @param maySubscribe whether a right of the channel lets them subscribe at will
 */
export function readablePeriods(reader: Reader, channel: Channel, maySubscribe = false): readonly Period[] {
  const { user } = reader;
  if (isSpectator(reader)) return isOpenToAll(channel) ? wholeHistory : nothing;
  if (user.isBot) return ownPeriods(reader, channel.channelId, channel);
  if (channel.isWebPublic) return wholeHistory;
  if (!channel.inviteOnly && user.role < roles.guest) return wholeHistory;
  const isSubscribed = reader.histories.get(channel.channelId)?.isSubscribed ?? false;
  const sharesHistory = channel.historyPublicToSubscribers;
  if (sharesHistory && (isSubscribed || (maySubscribe && user.role < roles.guest))) return wholeHistory;
  return ownPeriods(reader, channel.channelId, channel);
}

/** Whether the reader may know that the channel exists. */
export function mayKnowChannel(reader: Reader, channel: Channel): boolean {
  if (isSpectator(reader)) return isOpenToAll(channel);
  if (reader.histories.get(channel.channelId)?.isSubscribed || channel.isWebPublic) return true;
  if (reader.user.role >= roles.guest) return false;
  return !channel.inviteOnly || reader.user.role <= roles.administrator;
}

/** Channels where the reader was and is not any more: what `ownPeriods` must know of is their privacy. */
export function formerChannelIds({ histories, user }: Reader): number[] {
  if (user.role >= roles.guest) return [];
  const ids: number[] = [];
  for (const [channelId, { isSubscribed }] of histories) if (!isSubscribed) ids.push(channelId);
  return ids;
}

/** Readable parts by channel; channels without any are absent. */
export type Visibility = ReadonlyMap<number, readonly Period[]>;

/** The reader's own history in channels. */
export function ownVisibility(reader: Reader, formerChannels: ReadonlyMap<number, Channel>): Visibility {
  const visibility = new Map<number, readonly Period[]>();
  for (const channelId of reader.histories.keys()) {
    const periods = ownPeriods(reader, channelId, formerChannels.get(channelId));
    if (periods.length > 0) visibility.set(channelId, periods);
  }
  return visibility;
}

/** Whether a message lies in one of the periods. */
export const periodsInclude = (periods: readonly Period[], messageId: number): boolean =>
  periods.some(({ after, until }) => messageId > after && (until === 0 || messageId <= until));

/** Whether the periods leave nothing out. */
export const isWholeHistory = (periods: readonly Period[]): boolean =>
  periods.some(({ after, until }) => after === 0 && until === 0);
