import { jsonBytes, unixSeconds } from '@parley/core';
import type { Organization, User } from '@parley/directory';
import { RENDERER_VERSION, topicLinks } from '@parley/markdown';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import type { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { nextSubmessageId } from '../db/submessages.ts';
import { personalFlagNames, personalFlags } from '../domain/flags.ts';
import { isReadBySender } from '../domain/read-by-sender.ts';
import { widgetOf } from '../domain/widgets.ts';
import { linkifiersOf } from '../rendering/linkifiers.ts';
import { composeContent } from './compose-content.ts';
import type { SendTarget } from './send-target.ts';

export type Draft = Pick<SendMessageRequest, 'sendKey' | 'content' | 'localId' | 'queueId' | 'readBySender'>;

/** A message in its stored form and as the fact of its event. */
export type Composed = {
  row: Omit<NewMessage, 'event'>;
  fact: MessageSent;
  /** Recipients whom the message mentions by name. */
  namedUserIds: readonly number[];
};

/**
 * Renders a draft, finds the people it mentions, and finds or creates its conversation.
 * @param onBehalfOf the person whose permissions and visible channels count: the sender, except in notices
 * @throws STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED, BAD_REQUEST
 */
export async function composeMessage(
  ctx: Ctx,
  sender: User,
  place: SendTarget,
  draft: Draft,
  call: Call,
  onBehalfOf: User = sender,
): Promise<Composed> {
  const [
    { rendered, mentionedUserIds, namedUserIds, alertedUserIds, topicParticipantIds },
    originId,
    organization,
  ] = await Promise.all([
    composeContent(ctx, onBehalfOf, place, draft.content, call),
    place.kind === 'channel'
      ? ctx.conversations.origin(place.channel.channelId, place.topic)
      : ctx.conversations.direct(place.members.map(({ userId }) => userId)),
    ctx.directory.organization.get(call),
  ]);
  const widget = await createWidget(ctx, draft.content);
  const flags = personalFlags(mentionedUserIds, alertedUserIds);
  const inChannel = place.kind === 'channel';
  const shared = {
    senderId: sender.userId,
    originId,
    content: draft.content,
    renderedContent: rendered.html,
    sentAt: unixSeconds(ctx.clock.now()),
    client: call.clientName === '' ? 'Unspecified' : call.clientName,
    readBySender: isReadBySender(draft.readBySender, call.clientName),
    mentionsChannel: inChannel && rendered.mentionsChannelWildcard,
    mentionsTopic: inChannel && rendered.mentionsTopicWildcard,
    topicParticipantIds,
  };
  return {
    namedUserIds,
    row: {
      ...shared,
      sendKey: draft.sendKey.toLowerCase(),
      channelId: inChannel ? place.channel.channelId : undefined,
      conversationId: inChannel ? undefined : originId,
      topic: inChannel ? place.topic : '',
      rendererVersion: RENDERER_VERSION,
      isMe: rendered.isMeMessage,
      hasLink: rendered.hasLink,
      hasImage: rendered.hasImage,
      hasAttachment: rendered.hasAttachment,
      personalFlags: flags,
      widget,
    },
    fact: {
      ...shared,
      ...senderFacts(sender),
      isMeMessage: rendered.isMeMessage,
      place: placeFact(place, originId),
      personalFlags: flags.map(({ userId, flags: bits }) => ({ userId, flags: personalFlagNames(bits) })),
      localMessageId: draft.localId,
      localQueueId: draft.queueId,
      topicLinksJson: inChannel ? linksJson(place.topic, organization) : Buffer.alloc(0),
      uploadPaths: rendered.uploadPaths,
      widget,
    },
  };
}

const senderFacts = (sender: User) => ({
  senderEmail: sender.email,
  senderFullName: sender.fullName,
  senderAvatarUrl: sender.avatarUrl,
  senderAvatarVersion: sender.avatarVersion,
  senderDeliveryEmail: sender.deliveryEmail,
  senderIsBot: sender.isBot,
});

/** Creates the first submessage of an interactive message. Its ID is reserved, since the event carries it before the row exists. */
async function createWidget({ db }: Ctx, content: string): Promise<NewMessage['widget']> {
  const widget = widgetOf(content);
  return widget === undefined ? undefined : { submessageId: await nextSubmessageId(db), content: widget };
}

function placeFact(place: SendTarget, originId: number): MessageSent['place'] {
  if (place.kind === 'direct') {
    const recipients = place.members.map(({ userId, email, fullName }) => ({ userId, email, fullName }));
    return { $case: 'direct', direct: { conversationId: originId, recipients } };
  }
  const { channelId, name, inviteOnly, isWebPublic, historyPublicToSubscribers } = place.channel;
  return {
    $case: 'channel',
    channel: {
      channelId,
      channelName: name,
      topic: place.topic,
      inviteOnly,
      isWebPublic,
      historyPublicToSubscribers,
    },
  };
}

function linksJson(topic: string, organization: Organization): Buffer {
  const links = topicLinks(topic, linkifiersOf(organization));
  return links.length === 0 ? Buffer.alloc(0) : jsonBytes(links);
}
