import { unixSeconds } from '@parley/core';
import type { LookupOptions, User } from '@parley/directory';
import { manyPeople } from '@parley/directory/rules';
import { RENDERER_VERSION, type Rendered, topicLinks } from '@parley/markdown';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import type { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { type NewMessage, topicParticipants } from '../db/messages.ts';
import { flagBits } from '../domain/flags.ts';
import { decideWildcards, mayKnow } from '../domain/posting.ts';
import { isReadBySender } from '../domain/read-by-sender.ts';
import { renderMessage } from '../rendering/render-message.ts';
import type { Place } from './place.ts';

export type Draft = Pick<SendMessageRequest, 'sendKey' | 'content' | 'localId' | 'queueId' | 'readBySender'>;

/** A message as it is written and as it is announced. */
export type Composed = { row: Omit<NewMessage, 'event'>; fact: MessageSent };

/** Renders a draft, finds whom it mentions, and resolves its conversation. @throws TOPIC_WILDCARD_MENTION_NOT_ALLOWED */
export async function composeMessage(
  ctx: Ctx,
  sender: User,
  place: Place,
  draft: Draft,
  call: Call,
): Promise<Composed> {
  const histories = await ctx.directory.subscriptions.of(sender.userId, call);
  const rendered = await renderMessage(
    ctx,
    draft.content,
    place.settings,
    (channel) =>
      mayKnow(channel, {
        user: sender,
        isSubscribed: histories.get(channel.channelId)?.isSubscribed ?? false,
      }),
    call,
  );
  const participants = await participantsOf(ctx, sender, place, rendered, call);
  const [mentioned, originId] = await Promise.all([
    mentionedPeople(ctx, place, rendered.mentionedUserIds, call),
    place.kind === 'channel'
      ? ctx.conversations.origin(place.channel.channelId, place.topic)
      : ctx.conversations.direct(place.members.map(({ userId }) => userId)),
  ]);
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
    topicParticipantIds: participants,
  };
  return {
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
      personalFlags: mentioned.map((userId) => ({ userId, flags: flagBits.mentioned })),
    },
    fact: {
      ...shared,
      ...senderFacts(sender),
      isMeMessage: rendered.isMeMessage,
      place: placeFact(place, originId),
      personalFlags: mentioned.map((userId) => ({ userId, flags: ['mentioned'] })),
      localMessageId: draft.localId,
      localQueueId: draft.queueId,
      topicLinksJson: inChannel ? linksJson(place.topic) : Buffer.alloc(0),
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

function placeFact(place: Place, originId: number): MessageSent['place'] {
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

/** Of the people a message names, those it is sent to. */
async function mentionedPeople(
  { directory }: Ctx,
  place: Place,
  userIds: readonly number[],
  call: Call,
): Promise<number[]> {
  if (place.kind === 'direct') {
    return userIds.filter((id) => place.members.some(({ userId }) => userId === id));
  }
  const { channelId } = place.channel;
  const isSubscribed = async (id: number, options?: LookupOptions) =>
    (await directory.subscriptions.of(id, call, options)).get(channelId)?.isSubscribed ?? false;
  const hearing = await Promise.all(
    // A flag that is not set now never is: a "no" of the cache is confirmed.
    userIds.map(async (id) => (await isSubscribed(id)) || (await isSubscribed(id, { confirm: true }))),
  );
  return userIds.filter((_, index) => hearing[index]);
}

/** Whom `@topic` mentions: those who had written in the topic, and the sender. */
async function participantsOf(
  { db, directory }: Ctx,
  sender: User,
  place: Place,
  { mentionsTopicWildcard }: Rendered,
  call: Call,
): Promise<number[]> {
  if (place.kind !== 'channel' || !mentionsTopicWildcard) return [];
  const earlier = await topicParticipants(db, place.channel.channelId, place.topic);
  const participants = [...new Set([...earlier, sender.userId])].sort((a, b) => a - b);
  if (participants.length > manyPeople) {
    const permission = place.settings.permission('can_mention_many_users_group');
    decideWildcards({
      mentionsChannel: false,
      mentionsTopic: true,
      mayMentionMany: await directory.groups.isMember(permission, sender, call),
    });
  }
  return participants;
}

function linksJson(topic: string): Buffer {
  const links = topicLinks(topic, []);
  return links.length === 0 ? Buffer.alloc(0) : Buffer.from(JSON.stringify(links));
}
