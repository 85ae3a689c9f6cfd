import { firstItem } from '@parley/core';
import type { NotificationSettings } from '@parley/facts';
import { plainText, renderedDirection } from '@parley/markdown';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { OrganizationSettings } from '@parley/settings';
import { textsIn } from '@parley/texts';
import { conversationsOf, messageUrl } from '../domain/conversation.ts';
import type { PushContent } from '../domain/web-push.ts';
import { maxPlainBytes } from './encrypt.ts';

export type PushContext = {
  reason: string;
  settings: NotificationSettings;
  organization: OrganizationSettings;
  publicUrl: string;
};

const maxTitle = 150;
const maxBody = 1_000;

/** Builds the push message about an unread message, in the language of its reader. */
export function composePush(
  message: MissedMessage,
  { reason, settings, organization, publicUrl }: PushContext,
): PushContent {
  const isHidden = message.channelId === 0 && !settings.directContentInPush;
  const texts = textsIn(settings.language).pushes;
  const content: PushContent = {
    type: 'message',
    message_id: message.messageId,
    title: shorten(titleOf(message, organization), maxTitle),
    body: isHidden ? texts.hiddenDirect : bodyOf(message),
    ...(!isHidden && { direction: renderedDirection(message.renderedContent) }),
    url: messageUrl(publicUrl, message),
    tag: firstItem(conversationsOf([message])).key,
    time: message.sentAt,
    reason,
    organization: shorten(organization.name, maxTitle),
  };
  return fit(content);
}

function titleOf(
  { channelId, channelName, topic, members, senderFullName }: MissedMessage,
  { empty_topic_display_name: emptyTopicName }: OrganizationSettings,
): string {
  if (channelId !== 0) return `#${channelName} > ${topic === '' ? emptyTopicName : topic}`;
  const others = members.map(({ fullName }) => fullName).filter((name) => name !== senderFullName);
  return others.length === 0 ? senderFullName : `${senderFullName}, ${others.join(', ')}`;
}

/** In channels and groups with the sender's name, which the title does not show. */
function bodyOf({ channelId, members, senderFullName, renderedContent }: MissedMessage): string {
  const text = plainText(renderedContent);
  return channelId === 0 && members.length <= 1 ? text : `${senderFullName}: ${text}`;
}

function shorten(text: string, limit: number): string {
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Shortens the body until the push message is within the size limit of push services. */
function fit(content: PushContent): PushContent {
  for (let limit = maxBody; limit > 10; limit = Math.floor(limit / 2)) {
    const shortened = { ...content, body: shorten(content.body, limit) };
    if (Buffer.byteLength(JSON.stringify(shortened)) <= maxPlainBytes) return shortened;
  }
  return { ...content, body: '' };
}
