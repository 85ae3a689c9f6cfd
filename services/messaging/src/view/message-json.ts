import type { Message, SearchMatch } from '@parley/api';
import type { Channel, User } from '@parley/facts';
import { avatarUrl, type ChannelId, type UserId } from '@parley/rules';
import type { MessageRow } from '../db/reading/message-window.ts';
import { flagNames } from '../domain/changing/flags.ts';
import type { EditEntry } from '../domain/changing/history.ts';

/** A message row with the fields of its JSON. `side`, the position relative to the anchor of a request, is not needed. */
export type PresentableMessage = Omit<MessageRow, 'side'>;

/** The requested form, and the people and channels to which the messages refer. */
export type Presentation = {
  users: ReadonlyMap<number, User>;
  channels: ReadonlyMap<number, Channel>;
  applyMarkdown: boolean;
  /** Display name of the empty topic. It is the empty string for clients that can handle an empty topic. */
  emptyTopicName: string;
  /** Returns stored HTML in the form that readers receive, in which external pictures load through this server. */
  shownHtml(html: string): string;
  /** Returns the JSON text of stored submessages in the form that readers receive. */
  shownSubmessages(json: string): string;
  topicLinks(topic: string): readonly { text: string; url: string }[];
  /** Returns the entries of a message's edit history that the organization shows and the viewer may see. */
  shownHistory(message: PresentableMessage): readonly EditEntry[];
  matches?: ReadonlyMap<number, SearchMatch>;
};

type SenderMembers = Pick<
  Message,
  'sender_id' | 'sender_full_name' | 'sender_email' | 'sender_realm_str' | 'avatar_url'
>;
type PlaceMembers = Pick<
  Message,
  'type' | 'stream_id' | 'display_recipient' | 'subject' | 'topic_links' | 'recipient_id'
>;
/** Members of the JSON object that PostgreSQL returns as JSON text. */
type StoredMembers = Pick<Message, 'reactions' | 'submessages'>;
type OwnMembers = Omit<Message, keyof SenderMembers | keyof PlaceMembers | keyof StoredMembers>;

/** See docs/api/messages.md#the-message-object. Repeated texts are built once per answer. */
export function messagesJson(messages: readonly PresentableMessage[], view: Presentation): Buffer {
  const senders = new Map<number, string>();
  const places = new Map<string, string>();
  const parts = messages.map((message) => {
    const { senderId } = message;
    const sender = memoize(senders, senderId, () => membersText(senderMembers(senderId, view)));
    const place = memoize(places, placeKey(message), () => membersText(placeMembers(message, view)));
    const stored: Record<keyof StoredMembers, string> = {
      reactions: message.reactionsJson ?? '[]',
      submessages: message.submessagesJson === null ? '[]' : view.shownSubmessages(message.submessagesJson),
    };
    return (
      `{${membersText(ownMembers(message, view))},${sender},${place},` +
      `"reactions":${stored.reactions},"submessages":${stored.submessages}}`
    );
  });
  return Buffer.from(`[${parts.join(',')}]`);
}

const membersText = (members: object): string => JSON.stringify(members).slice(1, -1);

function ownMembers(message: PresentableMessage, view: Presentation): OwnMembers {
  const { lastEditedAt, lastMovedAt, editHistory } = message;
  const shownHistory = editHistory === null ? [] : view.shownHistory(message);
  return {
    id: message.id,
    content: view.applyMarkdown ? view.shownHtml(message.content) : message.content,
    content_type: view.applyMarkdown ? 'text/html' : 'text/x-markdown',
    timestamp: message.sentAt,
    client: message.client,
    is_me_message: message.isMe,
    flags: flagNames(message),
    // Messages that were never edited or moved do not have these members.
    ...(lastEditedAt !== null && { last_edit_timestamp: lastEditedAt }),
    ...(lastMovedAt !== null && { last_moved_timestamp: lastMovedAt }),
    ...(shownHistory.length > 0 && { edit_history: [...shownHistory] }),
    ...view.matches?.get(message.id),
  };
}

/** IDs of channels and conversations both start at 1, so channels get even and conversations odd numbers. */
function recipientId(place: { channelId: ChannelId | null; conversationId: number | null }): number {
  return place.channelId !== null ? place.channelId * 2 : (place.conversationId ?? 0) * 2 + 1;
}

function senderMembers(senderId: UserId, { users }: Presentation): SenderMembers {
  const user = users.get(senderId);
  return {
    sender_id: senderId,
    sender_full_name: user?.fullName ?? '',
    sender_email: user?.email ?? '',
    sender_realm_str: '',
    avatar_url: avatarUrl(user ?? { userId: senderId, fullName: '', avatarUrl: '' }),
  };
}

const placeKey = ({ channelId, conversationId, topic }: PresentableMessage): string =>
  channelId === null ? `d${conversationId}` : `${channelId}:${topic}`;

function placeMembers(message: PresentableMessage, view: Presentation): PlaceMembers {
  const recipient_id = recipientId(message);
  if (message.channelId !== null) {
    return {
      type: 'stream',
      stream_id: message.channelId,
      display_recipient: view.channels.get(message.channelId)?.name ?? '',
      subject: message.topic === '' ? view.emptyTopicName : message.topic,
      topic_links: [...view.topicLinks(message.topic)],
      recipient_id,
    };
  }
  const display_recipient = (message.memberIds ?? []).map((id) => {
    const user = view.users.get(id);
    return { id, email: user?.email ?? '', full_name: user?.fullName ?? '', is_mirror_dummy: false };
  });
  return { type: 'private', display_recipient, subject: '', topic_links: [], recipient_id };
}

function memoize<K>(known: Map<K, string>, key: K, make: () => string): string {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
