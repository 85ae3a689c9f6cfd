import type { MessageSent, WidgetPart } from '@parley/proto/events/v1/facts';
import type { MessageId, UserId } from '@parley/rules';
import { senderAvatarUrl } from './avatar.ts';
import { type Form, has } from './form.ts';
import type { WindowEntry } from './window.ts';

/**
 * Returns the JSON of a `message` event up to its flags: `{"id":…,"type":"message","message":{…}`. The text is the same for all
 * clients with the same form and the same overrides. The message's ID is the event's `assignedId`.
 * @param emptyTopicName display name of the empty topic, for clients without `empty_topic_name`
 * @param overrides JSON of the message's fields that differ for the recipients of this delivery; empty when none differ
 */
export function messageHead(
  { id, assignedId }: Pick<WindowEntry, 'id' | 'assignedId'>,
  message: MessageSent,
  form: Form,
  emptyTopicName: string,
  overrides: Uint8Array,
): string {
  const json = messageJson(assignedId, message, form, emptyTopicName, overrides);
  return `{"id":${id},"type":"message","message":${json}`;
}

/** With `local_message_id` for the queue of the sending client. `localMessageId` is undefined for others. */
export function messageTail(flags: readonly string[], localMessageId: string | undefined): string {
  const local = localMessageId === undefined ? '' : `,"local_message_id":${JSON.stringify(localMessageId)}`;
  return `,"flags":${JSON.stringify(flags)}${local}}`;
}

function messageJson(
  id: number,
  message: MessageSent,
  form: Form,
  emptyTopicName: string,
  overrides: Uint8Array,
): string {
  const asHtml = has(form, 'apply_markdown');
  const common = {
    id,
    sender_id: message.senderId,
    content: asHtml ? message.renderedContent : message.content,
    content_type: asHtml ? 'text/html' : 'text/x-markdown',
    recipient_id: recipientId(message),
    timestamp: message.sentAt,
    client: message.client,
    is_me_message: message.isMeMessage,
    sender_full_name: message.senderFullName,
    sender_email: message.senderEmail,
    sender_realm_str: '',
    avatar_url: senderAvatarUrl(message),
    reactions: [],
    submessages: message.widget ? [widgetPart(id, message.senderId, message.widget)] : [],
    ...placeFields(message, form, emptyTopicName),
    ...(overrides.length > 0 && JSON.parse(Buffer.from(overrides).toString())),
  };
  const links = message.topicLinksJson.length > 0 ? Buffer.from(message.topicLinksJson).toString() : '[]';
  return `${JSON.stringify(common).slice(0, -1)},"topic_links":${links}}`;
}

const widgetPart = (
  messageId: MessageId,
  senderId: UserId,
  { submessageId, content, msgType }: WidgetPart,
) => ({
  id: submessageId,
  message_id: messageId,
  sender_id: senderId,
  msg_type: msgType || 'widget',
  content,
});

function placeFields({ place }: MessageSent, form: Form, emptyTopicName: string) {
  if (place?.$case === 'channel') {
    const { channelId, channelName, topic } = place.channel;
    return {
      type: 'stream',
      stream_id: channelId,
      display_recipient: channelName,
      subject: topic === '' && !has(form, 'empty_topic_name') ? emptyTopicName : topic,
    };
  }
  const recipients = place?.direct.recipients ?? [];
  return {
    type: 'private',
    display_recipient: recipients.map(({ userId, email, fullName }) => ({
      id: userId,
      email,
      full_name: fullName,
      is_mirror_dummy: false,
    })),
    subject: '',
  };
}

/** Even for channels and odd for direct conversations, because both number their IDs from 1. */
function recipientId({ place }: MessageSent): number {
  if (place?.$case === 'channel') return place.channel.channelId * 2;
  return (place?.direct.conversationId ?? 0) * 2 + 1;
}
