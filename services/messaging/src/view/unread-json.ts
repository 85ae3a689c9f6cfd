import type { Registration } from '@parley/api/register';
import { firstItem } from '@parley/core';
import type { ChannelId, MessageId, UserId } from '@parley/rules';

type UnreadMessages = NonNullable<Registration['unread_msgs']>;

export type UnreadPlace = {
  channelId: ChannelId | null;
  topic: string;
  memberIds: readonly UserId[] | null;
  messageIds: readonly MessageId[];
  mentionIds: readonly number[];
};

export type UnreadOptions = {
  userId: UserId;
  /** Returns whether a topic is muted. `topic` is the stored name, which may be empty. */
  isMuted(channelId: ChannelId, topic: string): boolean;
  /** Display name of the empty topic. It is the empty string for clients that can handle an empty topic. */
  emptyTopicName: string;
  /** The places contain at most one message more, the oldest, which is left out. */
  limit: number;
};

/** Returns the field `unread_msgs` of the register response. Its member `pms` includes the older name `sender_id`. */
export function unreadMessages(places: readonly UnreadPlace[], options: UnreadOptions): UnreadMessages {
  const { userId, isMuted, emptyTopicName } = options;
  const total = places.reduce((sum, { messageIds }) => sum + messageIds.length, 0);
  const oldest =
    total > options.limit ? Math.min(...places.map(({ messageIds }) => firstItem(messageIds))) : 0;
  const pms: UnreadMessages['pms'] = [];
  const streams: UnreadMessages['streams'] = [];
  const huddles: UnreadMessages['huddles'] = [];
  const mentions: number[] = [];
  let count = 0;
  for (const place of places) {
    const ids = total > options.limit ? place.messageIds.filter((id) => id !== oldest) : place.messageIds;
    if (ids.length === 0) continue;
    for (const id of place.mentionIds) if (total <= options.limit || id !== oldest) mentions.push(id);
    if (place.channelId !== null) {
      const topic = place.topic === '' ? emptyTopicName : place.topic;
      streams.push({ stream_id: place.channelId, topic, unread_message_ids: [...ids] });
      if (!isMuted(place.channelId, place.topic)) count += ids.length;
      continue;
    }
    count += ids.length;
    const members = place.memberIds ?? [];
    if (members.length > 2) {
      huddles.push({ user_ids_string: members.join(','), unread_message_ids: [...ids] });
    } else {
      const other = members.find((id) => id !== userId) ?? userId;
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids: [...ids] });
    }
  }
  return {
    count,
    pms,
    streams,
    huddles,
    mentions: mentions.sort((a, b) => a - b),
    old_unreads_missing: total > options.limit,
  };
}
