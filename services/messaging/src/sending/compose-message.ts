import { jsonBytes, unixSeconds } from '@parley/core';
import type { Organization, Scope, User } from '@parley/facts';
import { RENDERER_VERSION, topicLinks } from '@parley/markdown';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import type { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { nextSubmessageId } from '../db/changing/submessages.ts';
import type { NewMessage } from '../db/messages.ts';
import { personalFlagNames, personalFlags } from '../domain/changing/flags.ts';
import { widgetOf } from '../domain/changing/widgets.ts';
import { isReadBySender } from '../domain/sending/read-by-sender.ts';
import { linksToPreview } from '../rendering/link-previews.ts';
import { linkifiersOf } from '../rendering/linkifiers.ts';
import { composeContent } from './compose-content.ts';
import { findMutingRecipients } from './muting-recipients.ts';
import type { SendTarget } from './send-target.ts';

/** A message to compose: fields of the request, the sender and the target. */
export type Draft = Pick<
  SendMessageRequest,
  'sendKey' | 'content' | 'localId' | 'queueId' | 'readBySender'
> & {
  /** Blocks of an app, as JSON text; empty or absent for none. */
  blocks?: string | undefined;
  sender: User;
  target: SendTarget;
  /** Name of the client program. */
  client: string;
  /** In place of the sender. Notices set it: a channel becomes a link only if this person may know it. */
  onBehalfOf?: User;
};

/** A composed message: the row to insert, and the fact that its event contains. */
export type Composed = {
  row: Omit<NewMessage, 'event'>;
  fact: MessageSent;
  /** IDs of the recipients whom the message mentions by name. */
  namedUserIds: readonly UserId[];
  /** Bots without a subscription that receive the message because it mentions them. */
  mentionedBotIds: readonly UserId[];
  /** IDs of recipients who muted the sender. The message is marked as read for them. */
  mutingUserIds: readonly UserId[];
};

/** Finds or creates its origin or conversation. @throws the errors of `composeContent` */
export async function composeMessage(ctx: Ctx, draft: Draft, scope: Scope): Promise<Composed> {
  const { sender, target, content, onBehalfOf: author = sender } = draft;
  const [composition, originId, organization, mutingUserIds] = await Promise.all([
    composeContent(ctx, { author, target, content }, scope),
    target.kind === 'channel'
      ? ctx.conversations.origin(target.channel.channelId, target.topic)
      : ctx.conversations.direct(target.members.map(({ userId }) => userId)),
    scope.organization(),
    findMutingRecipients(ctx, { sender, target }, scope),
  ]);
  const { rendered, mentionedUserIds, alertedUserIds } = composition;
  const widget = await createWidget(ctx, draft);
  const flags = personalFlags(mentionedUserIds, alertedUserIds);
  const shared = {
    ...sharedOf(draft, composition),
    originId,
    sentAt: unixSeconds(ctx.clock.now()),
    widget,
  };
  return {
    namedUserIds: composition.namedUserIds,
    mentionedBotIds: composition.mentionedBotIds,
    mutingUserIds,
    row: {
      ...shared,
      ...storedOf(draft, rendered, originId),
      personalFlags: flags,
      previewUrls: linksToPreview(ctx, organization.settings, sender, rendered),
    },
    fact: {
      ...shared,
      ...announcedOf(draft, rendered),
      place: placeFact(target, originId),
      personalFlags: announcedFlags(flags, mutingUserIds),
      topicLinksJson: target.kind === 'channel' ? linksJson(target.topic, organization) : Buffer.alloc(0),
    },
  };
}

type Composition = Awaited<ReturnType<typeof composeContent>>;

/** Returns what the row of a message and the fact of its event both contain. */
function sharedOf({ sender, target, content, client, readBySender }: Draft, composition: Composition) {
  const { rendered, topicParticipantIds } = composition;
  const inChannel = target.kind === 'channel';
  return {
    senderId: sender.userId,
    content,
    renderedContent: rendered.html,
    client: client === '' ? 'Unspecified' : client,
    readBySender: isReadBySender(readBySender, client),
    mentionsChannel: inChannel && rendered.mentionsChannelWildcard,
    mentionsTopic: inChannel && rendered.mentionsTopicWildcard,
    topicParticipantIds,
  };
}

/** Returns what only the row contains. */
function storedOf({ sendKey, target }: Draft, rendered: Composition['rendered'], originId: number) {
  const inChannel = target.kind === 'channel';
  return {
    sendKey: sendKey.toLowerCase(),
    channelId: inChannel ? target.channel.channelId : undefined,
    conversationId: inChannel ? undefined : originId,
    topic: inChannel ? target.topic : '',
    rendererVersion: RENDERER_VERSION,
    isMe: rendered.isMeMessage,
    hasLink: rendered.hasLink,
    hasImage: rendered.hasImage,
    hasAttachment: rendered.hasAttachment,
  };
}

/** Returns what only the fact of the event contains. */
const announcedOf = ({ sender, localId, queueId }: Draft, rendered: Composition['rendered']) => ({
  ...senderFacts(sender),
  isMeMessage: rendered.isMeMessage,
  localMessageId: localId,
  localQueueId: queueId,
  uploadPaths: rendered.uploadPaths,
  readByRecipients: false,
  unreadUserIds: [],
});

/** Returns the flags of people that the event contains. People who muted the sender get the flag `read`. */
function announcedFlags(
  flags: readonly { userId: UserId; flags: number }[],
  mutingUserIds: readonly UserId[],
): MessageSent['personalFlags'] {
  const names = new Map(flags.map(({ userId, flags: bits }) => [userId, personalFlagNames(bits)]));
  for (const userId of mutingUserIds) names.set(userId, ['read', ...(names.get(userId) ?? [])]);
  return Array.from(names, ([userId, flagsOfUser]) => ({ userId, flags: flagsOfUser }));
}

const senderFacts = (sender: User) => ({
  senderEmail: sender.email,
  senderFullName: sender.fullName,
  senderAvatarUrl: sender.avatarUrl,
  senderAvatarVersion: sender.avatarVersion,
  senderDeliveryEmail: sender.deliveryEmail,
  senderIsBot: sender.isBot,
});

/** Reserves the submessage's ID, because the event contains it and is encoded before the row is inserted. */
async function createWidget(
  { db }: Ctx,
  { content, blocks = '' }: Pick<Draft, 'content' | 'blocks'>,
): Promise<NewMessage['widget']> {
  const widget = blocks === '' ? widgetOf(content) : blocks;
  if (widget === undefined) return undefined;
  const msgType = blocks === '' ? 'widget' : 'blocks';
  return { submessageId: await nextSubmessageId(db), content: widget, msgType };
}

function placeFact(target: SendTarget, originId: number): MessageSent['place'] {
  if (target.kind === 'direct') {
    const recipients = target.members.map(({ userId, email, fullName }) => ({ userId, email, fullName }));
    return { $case: 'direct', direct: { conversationId: originId, recipients } };
  }
  const { channelId, name, inviteOnly, isWebPublic, historyPublicToSubscribers, isArchived } = target.channel;
  return {
    $case: 'channel',
    channel: {
      channelId,
      channelName: name,
      topic: target.topic,
      inviteOnly,
      isWebPublic,
      historyPublicToSubscribers,
      isArchived,
    },
  };
}

function linksJson(topic: string, organization: Organization): Buffer {
  const links = topicLinks(topic, linkifiersOf(organization));
  return links.length === 0 ? Buffer.alloc(0) : jsonBytes(links);
}
