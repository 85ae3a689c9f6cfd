import type { Channel } from '@parley/proto/events/v1/facts';
import type { ChannelId, MessageId } from '@parley/rules';
import {
  isWholeHistory,
  ownPeriods,
  type Period,
  type Reader,
  readablePeriods,
  type Visibility,
  wholeHistory,
} from './visibility.ts';

/**
 * Describes which channel messages can be unread: messages that were sent to a channel since the person's current subscription
 * began, and earlier ones that the person marked unread after that. In channels without a current subscription, no message is
 * unread (docs/decisions/unread-messages.md).
 */
export type UnreadScope = {
  /** For each subscribed channel, the ID of the last message before the subscription began. */
  since: ReadonlyMap<number, number>;
  /** The readable periods of channels in the scope. Channels that the person may read completely are absent. */
  limited: Visibility;
};

export const noUnread: UnreadScope = { since: new Map(), limited: new Map() };

/** @param channels the reader's channels, by ID; for an absent one, only the reader's own history counts */
export function unreadScope(reader: Reader, channels: ReadonlyMap<number, Channel>): UnreadScope {
  const since = new Map<number, number>();
  const limited = new Map<number, readonly Period[]>();
  for (const [channelId, { isSubscribed, periods }] of reader.histories) {
    if (!isSubscribed) continue;
    since.set(channelId, Math.max(0, ...periods.filter(isOpen).map(({ afterMessageId }) => afterMessageId)));
    const channel = channels.get(channelId);
    const readable = channel ? readablePeriods(reader, channel) : ownPeriods(reader, channelId, channel);
    if (!isWholeHistory(readable)) limited.set(channelId, readable);
  }
  return { since, limited };
}

const isOpen = ({ untilMessageId }: { untilMessageId: MessageId }): boolean => untilMessageId === 0;

/** Limits a scope to some channels. */
export function scopeWithin(scope: UnreadScope, channelIds: Iterable<ChannelId>): UnreadScope {
  const since = new Map<number, number>();
  for (const channelId of channelIds) {
    const after = scope.since.get(channelId);
    if (after !== undefined) since.set(channelId, after);
  }
  return { since, limited: scope.limited };
}

export function scopeWithout(scope: UnreadScope, channelIds: Iterable<ChannelId>): UnreadScope {
  const since = new Map(scope.since);
  for (const channelId of channelIds) since.delete(channelId);
  return { since, limited: scope.limited };
}

/** Returns the readable periods of every channel in the scope. */
export function visibilityOfScope({ since, limited }: UnreadScope): Visibility {
  return new Map(Array.from(since.keys(), (id) => [id, limited.get(id) ?? wholeHistory]));
}

export type ReadFacts = {
  id: number;
  /** Null for a direct message. */
  channelId: ChannelId | null;
  /** Whether a range or a watermark includes the message, or the message was read from the start. */
  isBaseRead: boolean;
  /** The position in the order of message IDs at which the message was marked unread; null when it was not. */
  markedUnreadAt: number | null;
};

/** Returns whether a message is unread. The caller has checked that the reader may read it. */
export function isUnreadMessage(
  scope: UnreadScope,
  { id, channelId, isBaseRead, markedUnreadAt }: ReadFacts,
): boolean {
  if (channelId === null) return markedUnreadAt !== null || !isBaseRead;
  const after = scope.since.get(channelId);
  if (after === undefined) return false;
  return (markedUnreadAt !== null && markedUnreadAt > after) || (id > after && !isBaseRead);
}
