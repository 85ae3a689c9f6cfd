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
 * What can be unread, direct messages aside: in channels that a person is subscribed to, what was sent since they
 * subscribed last. Who leaves a channel leaves nothing unread behind, and does not find it again on coming back
 * (docs/decisions/unread-messages.md). Earlier messages that they may read there are unread only when they marked
 * them so, since they subscribed last.
 */
export type UnreadScope = {
  /** By channel, the last message before they subscribed. */
  since: ReadonlyMap<number, number>;
  /** Channels of whose past they may read parts only, and those parts. */
  limited: Visibility;
};

export const noUnread: UnreadScope = { since: new Map(), limited: new Map() };

/** @param channels what is known of the channels that the reader is subscribed to */
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

/** The scope in some channels only. */
export function scopeWithin(scope: UnreadScope, channelIds: Iterable<number>): UnreadScope {
  const since = new Map<number, number>();
  for (const channelId of channelIds) {
    const after = scope.since.get(channelId);
    if (after !== undefined) since.set(channelId, after);
  }
  return { since, limited: scope.limited };
}

/** What the reader may surely read of the channels that they are subscribed to. */
export function visibilityOfScope({ since, limited }: UnreadScope): Visibility {
  return new Map(Array.from(since.keys(), (id) => [id, limited.get(id) ?? wholeHistory]));
}

/** What is stored of a message and its reader. */
export type ReadFacts = {
  id: number;
  channelId: number | null;
  /** A range, a floor or having sent it says read. */
  isBaseRead: boolean;
  /** When it was marked unread, as a place in the order of messages; null if it was not. */
  markedUnreadAt: number | null;
};

/** Whether a message that the reader may read is unread for them. */
export function isUnreadMessage(
  scope: UnreadScope,
  { id, channelId, isBaseRead, markedUnreadAt }: ReadFacts,
): boolean {
  if (channelId === null) return markedUnreadAt !== null || !isBaseRead;
  const after = scope.since.get(channelId);
  if (after === undefined) return false;
  return (markedUnreadAt !== null && markedUnreadAt > after) || (id > after && !isBaseRead);
}
