import type { ChannelId } from '../ids.ts';
import type { EventOf, Message } from '../objects.ts';
import { type Place, placeKey } from '../place.ts';

/** An event that reports edited or moved messages. */
export type UpdateEvent = EventOf<'update_message'>;

/** Returns the IDs of deleted messages. Clients without the capability `bulk_message_deletion` get one event per message. */
export const idsOfDeletion = (event: EventOf<'delete_message'>): readonly number[] =>
  'message_ids' in event ? event.message_ids : [event.message_id];

/** A topic that was renamed, resolved or moved with all of its messages. */
export type WholeMove = { readonly from: TopicPlace; readonly to: TopicPlace };

export type TopicPlace = Place & { readonly kind: 'topic' };

/**
 * Returns the move that an event reports, if all messages of a topic moved; undefined for other events. Readers who may not know
 * the former place receive a move from the new place to itself, for which this returns undefined.
 */
export function wholeMoveOf(event: UpdateEvent): WholeMove | undefined {
  const { stream_id: channelId, new_stream_id: newChannelId = channelId, orig_subject: topic } = event;
  const { subject: newTopic = topic } = event;
  if (event.propagate_mode !== 'change_all' || channelId === undefined || topic === undefined)
    return undefined;
  if (newChannelId === undefined || newTopic === undefined) return undefined;
  const from: TopicPlace = { kind: 'topic', channelId, topic };
  const to: TopicPlace = { kind: 'topic', channelId: newChannelId, topic: newTopic };
  return placeKey(from) === placeKey(to) ? undefined : { from, to };
}

const resolvedPrefix = '✔ ';
const unresolved = (topic: string): string => (topic.startsWith(resolvedPrefix) ? topic.slice(2) : topic);

/**
 * Returns whether a message seems newer than an event about it, because it was loaded after the change and the event arrives only now:
 * it is no longer where the event takes it from, or it was edited again since.
 */
export function isNewerThan(event: UpdateEvent, message: Message): boolean {
  const { stream_id: channelId, new_stream_id: newChannelId = channelId, orig_subject: topic } = event;
  const { subject: newTopic = topic } = event;
  if (channelId === undefined || newChannelId === undefined || topic === undefined || newTopic === undefined)
    return isEditedSince(event, message);
  const from = placeKey({ kind: 'topic', channelId, topic });
  // Readers who may not know the former place receive a move from the new place to itself.
  if (from === placeKey({ kind: 'topic', channelId: newChannelId, topic: newTopic }))
    return isEditedSince(event, message);
  const { stream_id: present, subject } = message;
  return present !== undefined && placeKey({ kind: 'topic', channelId: present, topic: subject }) !== from;
}

const isEditedSince = (event: UpdateEvent, { id, last_edit_timestamp: editedAt = 0 }: Message): boolean =>
  event.message_id === id && !event.rendering_only && event.edit_timestamp < editedAt;

/** Returns a message after an edit or a move. `channelNameOf` looks up the name of the new channel. */
export function messageAfter(
  message: Message,
  event: UpdateEvent,
  channelNameOf: (channelId: ChannelId) => string | undefined,
): Message {
  const isEdited = event.message_id === message.id && event.rendered_content !== undefined;
  const { subject, new_stream_id: channelId } = event;
  const changesTopic = subject !== undefined && subject !== message.subject;
  const changesChannel = channelId !== undefined && channelId !== message.stream_id;
  const isMove = changesChannel || (changesTopic && unresolved(subject) !== unresolved(message.subject));
  return {
    ...message,
    ...(isEdited && { content: contentAfter(message, event) }),
    ...(isEdited && !event.rendering_only && { last_edit_timestamp: event.edit_timestamp }),
    ...(isEdited && event.is_me_message !== undefined && { is_me_message: event.is_me_message }),
    // The event contains the flags of the edited message. Other messages that moved together with it keep their flags.
    ...(event.message_id === message.id && { flags: flagsAfter(message, event) }),
    ...(subject !== undefined && { subject, topic_links: event.topic_links ?? message.topic_links }),
    ...(changesChannel && {
      stream_id: channelId,
      display_recipient: channelNameOf(channelId) ?? message.display_recipient,
    }),
    ...(isMove && { last_moved_timestamp: event.edit_timestamp }),
  };
}

/** Returns the flags after an edit. The flag `read` stays unchanged, because the event may omit it. */
const flagsAfter = ({ flags }: Message, event: UpdateEvent): string[] => [
  ...(flags.includes('read') ? ['read'] : []),
  ...event.flags.filter((flag) => flag !== 'read'),
];

const contentAfter = (message: Message, { content, rendered_content: rendered }: UpdateEvent): string =>
  (message.content_type === 'text/html' ? rendered : content) ?? message.content;
