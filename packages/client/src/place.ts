import { foldCase } from './fold-case.ts';
import type { ChannelId, UserId } from './ids.ts';
import type { Message } from './objects.ts';

/** Where a message is: in a topic of a channel, or in a direct conversation (docs/glossary.md#messages). */
export type Place =
  | { readonly kind: 'topic'; readonly channelId: ChannelId; readonly topic: string }
  /** IDs of the other participants, in ascending order. In a conversation with oneself, the user's own ID. */
  | { readonly kind: 'direct'; readonly userIds: readonly UserId[] };

/** Key of a place. Equal places have equal keys. The case of topic names does not matter. */
export type PlaceKey = `topic:${number}:${string}` | `direct:${string}`;

export const topicKey = (channelId: ChannelId, topic: string): PlaceKey =>
  `topic:${channelId}:${foldCase(topic)}`;

/** Returns the key of the direct conversation with other users. The IDs must be in ascending order, as in `directPlace`. */
export const directKey = (userIds: readonly UserId[]): PlaceKey => `direct:${userIds.join(',')}`;

export const placeKey = (place: Place): PlaceKey =>
  place.kind === 'topic' ? topicKey(place.channelId, place.topic) : directKey(place.userIds);

/** Returns the direct conversation of these participants, from the point of view of the user `selfId`. */
export function directPlace(participantIds: Iterable<UserId>, selfId: UserId): Place & { kind: 'direct' } {
  const others = [...new Set(participantIds)].filter((id) => id !== selfId).sort((one, other) => one - other);
  return { kind: 'direct', userIds: others.length > 0 ? others : [selfId] };
}

type Placed = Pick<Message, 'type' | 'stream_id' | 'subject' | 'display_recipient'>;

/** Returns the place of a message, from the point of view of the user `selfId`. */
export function placeOf(message: Placed, selfId: UserId): Place {
  if (message.stream_id !== undefined) {
    return { kind: 'topic', channelId: message.stream_id, topic: message.subject };
  }
  const { display_recipient: people } = message;
  const ids = typeof people === 'string' ? [] : people.map(({ id }) => id);
  return directPlace(ids, selfId);
}
