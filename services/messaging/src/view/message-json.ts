import type { Channel, User } from '@parley/directory';
import { avatarUrl, canSeeDeliveryEmail } from '@parley/rules';
import type { MessageRow } from '../db/message-window.ts';
import { flagNames } from '../domain/flags.ts';

/** A stored message with the fields of its JSON. */
export type PresentableMessage = Omit<MessageRow, 'side'>;

/** The viewer, the requested form, and the people and channels that messages refer to. */
export type Presentation = {
  viewer: { userId: number; role: number };
  users: ReadonlyMap<number, User>;
  channels: ReadonlyMap<number, Channel>;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  /** Display name of the empty topic; empty for clients that support the empty topic. */
  emptyTopicName: string;
  topicLinks(topic: string): readonly { text: string; url: string }[];
  /** Selects the entries of edit histories that the organization shows. */
  shownHistory(entries: readonly unknown[]): readonly unknown[];
  /** Matches of a search, by message ID. */
  matches?: ReadonlyMap<number, SearchMatch>;
};

/** Content and topic of a message with the matches of a search marked, HTML. */
export type SearchMatch = { match_content: string; match_subject: string };

/**
 * Returns the JSON array text of messages (docs/api/messages.md#message). The texts of senders, conversations
 * and topics, which repeat from row to row, are built once per answer.
 */
export function messagesJson(messages: readonly PresentableMessage[], view: Presentation): Buffer {
  const senders = new Map<number, string>();
  const places = new Map<string, string>();
  const contentType = view.applyMarkdown ? 'text/html' : 'text/x-markdown';
  const parts = messages.map((message) => {
    const sender = memoize(senders, message.senderId, () => senderJson(message.senderId, view));
    const place = memoize(places, placeKey(message), () => placeJson(message, view));
    return (
      `{"id":${message.id},${sender},${place},"content":${JSON.stringify(message.content)},` +
      `"content_type":"${contentType}","timestamp":${message.sentAt},` +
      `"client":${JSON.stringify(message.client)},"is_me_message":${message.isMe},` +
      `"flags":${JSON.stringify(flagNames({ ...message, personal: message.personalFlags }))}` +
      `${editJson(message, view)}${matchJson(view.matches?.get(message.id))},"reactions":${message.reactionsJson ?? '[]'},` +
      `"submessages":${message.submessagesJson ?? '[]'}}`
    );
  });
  return Buffer.from(`[${parts.join(',')}]`);
}

/** Recipient IDs of channels are even, those of direct conversations odd: both count from 1. */
function recipientId(place: { channelId: number | null; conversationId: number | null }): number {
  return place.channelId !== null ? place.channelId * 2 : (place.conversationId ?? 0) * 2 + 1;
}

function senderJson(senderId: number, { users, viewer, clientGravatar }: Presentation): string {
  const user = users.get(senderId);
  const avatar = user
    ? avatarUrl(user, { clientGravatar, canSeeEmail: canSeeDeliveryEmail(user, viewer) })
    : null;
  return (
    `"sender_id":${senderId},"sender_full_name":${JSON.stringify(user?.fullName ?? '')},` +
    `"sender_email":${JSON.stringify(user?.email ?? '')},"sender_realm_str":"",` +
    `"avatar_url":${JSON.stringify(avatar)}`
  );
}

const placeKey = ({ channelId, conversationId, topic }: PresentableMessage): string =>
  channelId === null ? `d${conversationId}` : `${channelId}:${topic}`;

function placeJson(message: PresentableMessage, view: Presentation): string {
  const recipient = `"recipient_id":${recipientId(message)}`;
  if (message.channelId !== null) {
    const name = view.channels.get(message.channelId)?.name ?? '';
    const subject = message.topic === '' ? view.emptyTopicName : message.topic;
    return (
      `"type":"stream","stream_id":${message.channelId},"display_recipient":${JSON.stringify(name)},` +
      `"subject":${JSON.stringify(subject)},"topic_links":${JSON.stringify(view.topicLinks(message.topic))},${recipient}`
    );
  }
  const people = (message.memberIds ?? []).map((id) => {
    const user = view.users.get(id);
    return { id, email: user?.email ?? '', full_name: user?.fullName ?? '', is_mirror_dummy: false };
  });
  return `"type":"private","display_recipient":${JSON.stringify(people)},"subject":"","topic_links":[],${recipient}`;
}

function matchJson(match: SearchMatch | undefined): string {
  if (!match) return '';
  return `,"match_content":${JSON.stringify(match.match_content)},"match_subject":${JSON.stringify(match.match_subject)}`;
}

/** Leaves out the fields of messages that were never edited or moved. */
function editJson(
  { lastEditedAt, lastMovedAt, editHistory }: PresentableMessage,
  { shownHistory }: Presentation,
): string {
  let json = '';
  if (lastEditedAt !== null) json += `,"last_edit_timestamp":${lastEditedAt}`;
  if (lastMovedAt !== null) json += `,"last_moved_timestamp":${lastMovedAt}`;
  const shown = editHistory === null ? [] : shownHistory(editHistory);
  if (shown.length > 0) json += `,"edit_history":${JSON.stringify(shown)}`;
  return json;
}

function memoize<K>(known: Map<K, string>, key: K, make: () => string): string {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
