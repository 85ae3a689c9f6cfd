import type { Channel } from '@parley/proto/events/v1/facts';
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
 * Selects the channel messages that can be unread: those sent to subscribed channels since the person last subscribed.
 * When a person unsubscribes, none of the channel's messages is unread any more, and a later subscription does not
 * change that (docs/decisions/unread-messages.md). Earlier messages are unread only when the person marked them unread
 * after they last subscribed.
 */
export type UnreadScope = {
  /** For each channel, the ID of the last message before the person subscribed. */
  since: ReadonlyMap<number, number>;
  /** The readable periods of those channels whose history the person may not read as a whole. */
  limited: Visibility;
};

export const noUnread: UnreadScope = { since: new Map(), limited: new Map() };

/**
 * Returns the scope of messages that can be unread for a reader.
 * @param channels the subscribed channels that are known
 */
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

const isOpen = ({ untilMessageId }: { untilMessageId: number }): boolean => untilMessageId === 0;

/** Limits a scope to some channels. */
export function scopeWithin(scope: UnreadScope, channelIds: Iterable<number>): UnreadScope {
  const since = new Map<number, number>();
  for (const channelId of channelIds) {
    const after = scope.since.get(channelId);
    if (after !== undefined) since.set(channelId, after);
  }
  return { since, limited: scope.limited };
}

/** Returns the readable periods of every channel in the scope. */
export function visibilityOfScope({ since, limited }: UnreadScope): Visibility {
  return new Map(Array.from(since.keys(), (id) => [id, limited.get(id) ?? wholeHistory]));
}

/** The stored read state of a message for one reader. */
export type ReadFacts = {
  id: number;
  channelId: number | null;
  /** A range or a watermark includes the message, or the reader sent it. */
  isBaseRead: boolean;
  /** The time at which it was marked unread, as a position in the order of message IDs; null when it was not marked. */
  markedUnreadAt: number | null;
};

/** Returns whether a message that the reader may read is unread for them. */
export function isUnreadMessage(
  scope: UnreadScope,
  { id, channelId, isBaseRead, markedUnreadAt }: ReadFacts,
): boolean {
  if (channelId === null) return markedUnreadAt !== null || !isBaseRead;
  const after = scope.since.get(channelId);
  if (after === undefined) return false;
  return (markedUnreadAt !== null && markedUnreadAt > after) || (id > after && !isBaseRead);
}
