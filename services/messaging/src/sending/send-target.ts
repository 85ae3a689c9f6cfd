import { type ErrorMessage, errors, errorText, required } from '@parley/core';
import type { Channel, GroupSetting, Scope, User } from '@parley/facts';
import { directUrl, messageLink, narrowUrl } from '@parley/markdown';
import type {
  ChannelRecipient,
  DirectRecipients,
  SendMessageRequest,
} from '@parley/proto/messaging/v1/messaging';
import { contentRights, emailKey, isAddressOf, type MessageId, parseNewTopic } from '@parley/rules';
import type { OrganizationPermission } from '@parley/settings';
import { findReadablePeriods } from '../access/readable-periods.ts';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { placeAfterMove, topicExists } from '../db/reading/topics.ts';
import { periodsInclude } from '../domain/reading/visibility.ts';
import { conversationMembers, parseDirectRecipients } from '../domain/sending/recipients.ts';
import { decideDirect, decidePosting, mayKnow, type WriterFacts } from '../domain/sending/send-rules.ts';
import { checkTopicAllowed, effectiveTopicsPolicy } from '../domain/sending/topic.ts';
import { findHiddenUsers } from '../guests/hidden-users.ts';

/** `isNameHidden`: a bot may post where its owner may, but may not know the channel itself. */
export type SendTarget =
  | { kind: 'channel'; channel: Channel; topic: string; isNameHidden?: boolean }
  /** Members of the conversation including the sender, in ascending order of ID. */
  | { kind: 'direct'; members: readonly User[] };

/**
 * Returns where a message goes, if the sender may write there.
 * @throws STREAM_DOES_NOT_EXIST when the sender may not know the channel; BAD_REQUEST
 */
export const resolveSendTarget = (
  ctx: Ctx,
  sender: User,
  recipient: NonNullable<SendMessageRequest['recipient']>,
  scope: Scope,
): Promise<SendTarget> =>
  recipient.$case === 'direct'
    ? resolveDirectTarget(ctx, sender, recipient.direct, scope)
    : resolveChannelTarget(ctx, sender, recipient.channel, scope);

/** @throws STREAM_DOES_NOT_EXIST when the sender may not know the channel; BAD_REQUEST */
export async function resolveChannelTarget(
  ctx: Ctx,
  sender: User,
  recipient: ChannelRecipient,
  scope: Scope,
): Promise<SendTarget> {
  const settings = await scope.settings();
  const topic = parseNewTopic(recipient.topic, settings.empty_topic_display_name);
  // A system bot announces changes in the changed channel, so it needs the channel's current state and not a cached one.
  const lookups = sender.isSystemBot ? scope.askingOwners() : scope;
  const { channel, requested } = await findChannel(recipient, lookups);
  if (!channel) throw errors.streamDoesNotExist(requested);
  if (sender.isSystemBot) return { kind: 'channel', channel, topic };
  const sendersFacts = await writerFacts(ctx, sender, { channel, topic }, scope);
  const writers = [sendersFacts];
  if (sender.isBot && sender.botOwnerId !== 0) {
    // A bot may also post where its owner may.
    const owner = await scope.users.get(sender.botOwnerId);
    if (owner) writers.push(await writerFacts(ctx, owner, { channel, topic }, scope));
  }
  decidePosting({ channel, requested, writers });
  const policy = effectiveTopicsPolicy(channel.topicsPolicy, settings.topics_policy);
  checkTopicAllowed(topic, policy, settings.empty_topic_display_name);
  return { kind: 'channel', channel, topic, isNameHidden: !mayKnow(channel, sendersFacts) };
}

/**
 * Returns where the newest message is that the sender sees in the topic, if it was moved away and no older message is left there; the
 * named topic otherwise. @throws the errors of `resolveChannelTarget`
 */
export async function resolveMovedTarget(
  ctx: Ctx,
  sender: User,
  recipient: ChannelRecipient,
  seenMessageId: MessageId,
  scope: Scope,
): Promise<SendTarget> {
  const { empty_topic_display_name: emptyName } = await scope.settings();
  const topic = parseNewTopic(recipient.topic, emptyName);
  const { channel } = await findChannel(recipient, scope);
  const moved = channel && (await findMovedPlace(ctx, sender, { channel, topic }, seenMessageId, scope));
  return await resolveChannelTarget(ctx, sender, moved ?? recipient, scope);
}

/** In the web client, and a link as Markdown. Without a name to show, the link is the address. */
export async function addressOf(
  { publicUrl }: Ctx,
  target: SendTarget,
  messageId: MessageId,
  scope: Scope,
): Promise<{ url: string; link: string }> {
  if (target.kind === 'direct') {
    const url =
      publicUrl +
      directUrl(
        target.members.map(({ userId }) => userId),
        messageId,
      );
    return { url, link: url };
  }
  const { channel, topic, isNameHidden } = target;
  const name = isNameHidden ? undefined : channel.name;
  const url = publicUrl + narrowUrl({ id: channel.channelId, name }, topic, messageId);
  if (name === undefined) return { url, link: url };
  const shownTopic = topic === '' ? (await scope.settings()).empty_topic_display_name : topic;
  return { url, link: messageLink({ channelName: name, topic: shownTopic }, url) };
}

/** Finds the recipients of a direct message, and decides whether the sender may write to them. @throws BAD_REQUEST when not */
export async function resolveDirectTarget(
  ctx: Ctx,
  sender: User,
  recipients: DirectRecipients,
  scope: Scope,
): Promise<SendTarget> {
  const found = await findRecipients(ctx, sender, recipients, scope);
  const people = new Map(found.map((user) => [user.userId, user])).set(sender.userId, sender);
  const ids = conversationMembers(sender.userId, [...people.keys()]);
  const members = ids.map((id) => required(people.get(id), `member ${id} of a conversation`));
  const others = members.filter(({ userId }) => userId !== sender.userId);
  const [someMemberMayWriteDirectly, mayStartConversation] = await Promise.all([
    anyHasPermission('direct_message_permission_group', members, scope),
    scope.holds('direct_message_initiator_group', sender),
  ]);
  decideDirect({
    sender,
    others,
    someMemberMayWriteDirectly,
    mayStartConversation: mayStartConversation || (await ctx.conversations.findDirect(ids)) !== undefined,
  });
  return { kind: 'direct', members };
}

/** Returns where a message of a topic was moved, if the sender may read it there; undefined otherwise. */
async function findMovedPlace(
  { db }: Ctx,
  sender: User,
  { channel: { channelId }, topic }: { channel: Channel; topic: string },
  messageId: MessageId,
  scope: Scope,
): Promise<ChannelRecipient | undefined> {
  const place = await placeAfterMove(db, { channelId, topic }, messageId);
  const channel = place && (await scope.channels.get(place.channelId));
  if (!channel) return undefined;
  const periods = await findReadablePeriods(await loadReader(sender, scope), channel, scope);
  if (!periodsInclude(periods, messageId)) return undefined;
  return { channel: { $case: 'channelId', channelId: place.channelId }, topic: place.topic };
}

async function findChannel({ channel: given }: ChannelRecipient, scope: Scope) {
  if (!given) throw errors.missingParameter('to');
  if (given.$case === 'channelId') {
    const channel = await scope.channels.get(given.channelId);
    return { channel, requested: { stream_id: given.channelId } };
  }
  const name = given.name.trim();
  if (name === '') throw errors.badRequest('Channel name must not be empty');
  return { channel: await scope.channels.byName(name), requested: { stream: name } };
}

async function writerFacts(
  { db }: Ctx,
  user: User,
  { channel, topic }: { channel: Channel; topic: string },
  scope: Scope,
): Promise<WriterFacts> {
  const holds = (name: string): Promise<boolean> | boolean => {
    const setting: GroupSetting | undefined = channel.groupSettings[name];
    return setting === undefined || scope.groups.isMember(setting, user);
  };
  const [histories, maySend, mayCreateTopic] = await Promise.all([
    scope.subscriptions(user.userId),
    holds('can_send_message_group'),
    holds('can_create_topic_group'),
  ]);
  const isSubscribed = histories.get(channel.channelId)?.isSubscribed ?? false;
  const needsPermission = channel.inviteOnly && !isSubscribed;
  const holdsRight = (name: string) => channel.groupSettings[name] !== undefined && holds(name);
  const holdsContent = needsPermission && (await Promise.all(contentRights.map(holdsRight))).some(Boolean);
  return {
    user,
    isSubscribed,
    maySend,
    holdsContent,
    holdsMetadata: holdsContent || (needsPermission && (await holdsRight('can_administer_channel_group'))),
    mayUseTopic: mayCreateTopic || (await topicExists(db, channel.channelId, topic)),
  };
}

async function findRecipients(
  ctx: Ctx,
  sender: User,
  recipients: DirectRecipients,
  scope: Scope,
): Promise<User[]> {
  const { userIds, emails } = parseDirectRecipients(recipients);
  const [byId, byEmail] = await Promise.all([
    userIds.length > 0 ? scope.users.many(userIds) : new Map<number, User>(),
    emails.length > 0 ? scope.users.manyByEmail(emails) : new Map<string, User>(),
  ]);
  // People whom the sender may not see are treated as if they did not exist.
  const found = [...byId.values(), ...byEmail.values()].map(({ userId }) => userId);
  const hidden = await findHiddenUsers(ctx, sender, found, scope);
  const ifVisible = (user: User | undefined) => (user && !hidden.has(user.userId) ? user : undefined);
  const named = (email: string) => {
    const user = ifVisible(byEmail.get(emailKey(email)));
    return user && isAddressOf(user, email, sender) ? user : undefined;
  };
  return [
    ...userIds.map(
      (id) => ifVisible(byId.get(id)) ?? refuse(errorText('Invalid user ID {userId}', { userId: id })),
    ),
    ...emails.map((email) => named(email) ?? refuse(errorText("Invalid email '{email}'", { email }))),
  ];
}

const refuse = (message: ErrorMessage): never => {
  throw errors.badRequest(message);
};

/** Returns whether at least one of the people has a permission of the organization. */
async function anyHasPermission(
  permission: OrganizationPermission,
  people: readonly User[],
  scope: Scope,
): Promise<boolean> {
  for (const user of people) {
    if (await scope.holds(permission, user)) return true;
  }
  return false;
}
