/** Builds the notifications for phones, in the forms that the apps read (docs/api/organization.md#phones). */
import type { NotificationSettings } from '@parley/facts';
import { plainText } from '@parley/markdown';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { MessageId, UserId } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import { textsIn } from '@parley/texts';

/** Maximum length of a message's text in a notification, in characters. */
const maxContent = 200;
/** Maximum number of message IDs in one removal. It keeps the payload below the 4 KiB that Apple's service accepts. */
export const maxRemovedIds = 200;

/** One app can be used with several accounts on several servers. */
export type Account = { userId: UserId; publicUrl: string; organizationName: string };

export type MessageContext = {
  account: Account;
  reason: string;
  settings: NotificationSettings;
  organization: OrganizationSettings;
  /** Number shown on the app icon: messages for which the phones of the person show notifications, including this one. */
  badge: number;
};

/** What Apple's service reads, and `zulip`, which the app reads. */
export type ApnsPayload = {
  readonly aps: {
    readonly alert?: { readonly title: string; readonly subtitle?: string; readonly body: string };
    readonly sound?: string;
    readonly badge?: number;
    readonly 'thread-id'?: string;
    readonly 'content-available'?: 1;
  };
  readonly zulip: Readonly<Record<string, unknown>>;
};

/** Contents of one notification: `apns` and `fcm` for the push services, and `encrypted` to be encrypted for the phone. */
export type PhoneContent = {
  /** `remove` removes notifications silently, and may be delivered late. */
  type: 'message' | 'remove' | 'test';
  /** Identifies the notification, so that a repeated one replaces the first. At most 64 bytes. */
  collapseId: string;
  /** Time after which delivery is useless, in seconds since the Unix epoch. */
  expiresAt: number;
  apns: ApnsPayload;
  /** Data for Android. All values are sent as text. */
  fcm: Readonly<Record<string, string | number>>;
  encrypted: Readonly<Record<string, unknown>>;
};

/** Time after which a notification is not delivered any more, in seconds. */
const lifetimeSeconds = 24 * 3600;

/** Members of all payloads that are not encrypted. `realm_uri` is for old apps that do not know `realm_url`. */
const plainAccount = ({ userId, publicUrl, organizationName }: Account) => ({
  realm_uri: publicUrl,
  realm_url: publicUrl,
  realm_name: organizationName,
  user_id: userId,
});

const encryptedAccount = ({ userId, publicUrl, organizationName }: Account) => ({
  realm_url: publicUrl,
  realm_name: organizationName,
  user_id: userId,
});

/** Members of the payloads for Android. Only old apps read `server` and `realm_id`. */
const androidAccount = (account: Account) => ({
  server: new URL(account.publicUrl).host,
  realm_id: 1,
  ...plainAccount(account),
});

function shorten(text: string): string {
  const characters = Array.from(text.slice(0, 2 * maxContent + 2));
  return characters.length <= maxContent ? text : `${characters.slice(0, maxContent).join('')}…`;
}

const absolute = (address: string, publicUrl: string): string =>
  address.startsWith('/') ? publicUrl + address : address;

/** Builds the notification of an unread message, in the language of its reader. */
export function messageContent(message: MissedMessage, context: MessageContext): PhoneContent {
  const { account, settings, organization, badge } = context;
  const { userId, publicUrl } = account;
  const { messageId, channelId, senderId, senderEmail, sentAt: time } = message;
  const texts = textsIn(settings.language).pushes;
  const isDirect = channelId === 0;
  const topic = message.topic === '' ? organization.empty_topic_display_name : message.topic;
  const isHidden = isDirect && !settings.directContentInPush;
  const content = isHidden ? texts.hiddenDirect : shorten(plainText(message.renderedContent));
  const { plain, encrypted, thread } = placesOf(message, topic, userId);
  const alert = { title: titleOf(message, topic), subtitle: subtitleOf(message, context), body: content };
  const sender = {
    sender_id: senderId,
    sender_full_name: message.senderFullName,
    sender_avatar_url: absolute(message.senderAvatarUrl, publicUrl),
  };
  const ofSender = { ...sender, sender_email: senderEmail };
  return {
    type: 'message',
    collapseId: `${userId}-${messageId}`,
    expiresAt: time + lifetimeSeconds,
    apns: {
      aps: { alert, sound: 'default', badge, 'thread-id': thread },
      zulip: {
        ...plainAccount(account),
        sender_id: senderId,
        sender_email: senderEmail,
        ...plain,
        message_ids: [messageId],
      },
    },
    fcm: {
      ...androidAccount(account),
      ...{ ...ofSender, ...plain, event: 'message', zulip_message_id: messageId, time, content },
    },
    encrypted: {
      ...encryptedAccount(account),
      ...{ ...sender, ...encrypted, type: 'message', message_id: messageId, time, content },
    },
  };
}

/** Returns where a message is, as plain and as encrypted payloads name it, and the thread of its notification. */
function placesOf(message: MissedMessage, topic: string, userId: UserId) {
  const { channelId, channelName: name, senderId, members } = message;
  if (channelId !== 0)
    return {
      plain: { recipient_type: 'stream', stream: name, stream_id: channelId, topic },
      encrypted: { recipient_type: 'channel', channel_name: name, channel_id: channelId, topic },
      thread: `channel-${channelId}`,
    };
  const userIds = [...new Set([userId, senderId, ...members.map((member) => member.userId)])].sort(
    (one, other) => one - other,
  );
  return {
    plain: { recipient_type: 'private', ...(userIds.length > 2 && { pm_users: userIds.join(',') }) },
    encrypted: { recipient_type: 'direct', recipient_user_ids: userIds },
    thread: `direct-${userIds.join('-')}`,
  };
}

function titleOf({ channelId, channelName, members, senderFullName }: MissedMessage, topic: string): string {
  if (channelId !== 0) return `#${channelName} > ${topic}`;
  if (members.length <= 1) return senderFullName;
  return members
    .map(({ fullName }) => fullName)
    .sort()
    .join(', ');
}

/** Returns the subtitle: the sender, and in channels whom a mention concerns; empty when the title is the sender's name. */
function subtitleOf(
  { channelId, members, senderFullName }: MissedMessage,
  { reason, settings }: MessageContext,
): string {
  const texts = textsIn(settings.language).pushes;
  if (reason === 'mention' && channelId !== 0) return texts.mentionedYou({ name: senderFullName });
  if (reason.includes('wildcard')) return texts.mentionedEveryone({ name: senderFullName });
  return channelId === 0 && members.length <= 1 ? '' : `${senderFullName}:`;
}

/** Silent. Takes at most `maxRemovedIds` messages. */
export function removalContent(
  account: Account,
  messageIds: readonly MessageId[],
  { badge, nowSeconds }: { badge: number; nowSeconds: number },
): PhoneContent {
  const ids = messageIds.toSorted((one, other) => one - other);
  const removal = { event: 'remove', zulip_message_ids: ids.join(',') };
  return {
    type: 'remove',
    collapseId: `${account.userId}-remove-${ids[0]}-${ids.length}`,
    expiresAt: nowSeconds + lifetimeSeconds,
    apns: { aps: { badge, 'content-available': 1 }, zulip: { ...plainAccount(account), ...removal } },
    fcm: { ...androidAccount(account), ...removal },
    encrypted: { ...encryptedAccount(account), type: 'remove', message_ids: ids },
  };
}

/** Builds a test notification. */
export function testContent(account: Account, language: string, nowSeconds: number): PhoneContent {
  const texts = textsIn(language).pushes;
  const body = texts.testBody({ organization: account.organizationName, url: account.publicUrl });
  return {
    type: 'test',
    collapseId: `${account.userId}-test-${nowSeconds}`,
    expiresAt: nowSeconds + lifetimeSeconds,
    apns: {
      aps: { alert: { title: texts.testTitle, body }, sound: 'default' },
      zulip: { ...plainAccount(account), event: 'test' },
    },
    fcm: { ...androidAccount(account), event: 'test', time: nowSeconds },
    encrypted: { ...encryptedAccount(account), type: 'test', time: nowSeconds },
  };
}
