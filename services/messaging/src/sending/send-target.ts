import { errors } from '@parley/core';
import type { Channel, GroupSetting, LookupOptions, User } from '@parley/directory';
import type { ChannelRecipient, DirectRecipients } from '@parley/proto/messaging/v1/messaging';
import type { Call } from '@parley/rpc';
import { contentRights, emailKey, isAddressOf, parseTopic } from '@parley/rules';
import type { OrganizationPermission, OrganizationSettings } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { topicExists } from '../db/topics.ts';
import { conversationMembers, parseDirectRecipients } from '../domain/recipients.ts';
import { decideDirect, decidePosting, type WriterFacts } from '../domain/send-rules.ts';
import { checkTopicAllowed, effectiveTopicsPolicy } from '../domain/topic.ts';
import { findHiddenUsers } from '../guests/hidden-users.ts';

/** The channel and topic, or the conversation, of a message that its sender is allowed to send. */
export type SendTarget =
  | { kind: 'channel'; channel: Channel; topic: string; settings: OrganizationSettings }
  /** Members of the conversation, ascending by ID. */
  | { kind: 'direct'; members: readonly User[]; settings: OrganizationSettings };

/** Finds the channel of a message and decides whether the sender may write there. @throws STREAM_DOES_NOT_EXIST, BAD_REQUEST */
export async function resolveChannelTarget(
  ctx: Ctx,
  sender: User,
  recipient: ChannelRecipient,
  call: Call,
  options: LookupOptions,
): Promise<SendTarget> {
  const settings = await ctx.directory.organization.settings(call, options);
  const topic = parseTopic(recipient.topic, settings.empty_topic_display_name);
  const { channel, requested } = await findChannel(ctx, recipient, call, options);
  if (!channel) throw errors.streamDoesNotExist(requested);
  // System bots announce changes in the channel they are about, even if it has just been archived.
  if (sender.isSystemBot) return { kind: 'channel', channel, topic, settings };
  const writers = [await writerFacts(ctx, sender, channel, topic, call, options)];
  if (sender.isBot && sender.botOwnerId !== 0) {
    // A bot may also write where its owner may.
    const owner = await ctx.directory.users.get(sender.botOwnerId, call, options);
    if (owner) writers.push(await writerFacts(ctx, owner, channel, topic, call, options));
  }
  decidePosting({ channel, requested, writers });
  const policy = effectiveTopicsPolicy(channel.topicsPolicy, settings.topics_policy);
  checkTopicAllowed(topic, policy, settings.empty_topic_display_name);
  return { kind: 'channel', channel, topic, settings };
}

/** Finds the recipients of a direct message and decides whether the sender may write to them. @throws BAD_REQUEST */
export async function resolveDirectTarget(
  ctx: Ctx,
  sender: User,
  recipients: DirectRecipients,
  call: Call,
  options: LookupOptions,
): Promise<SendTarget> {
  const settings = await ctx.directory.organization.settings(call, options);
  const found = await findRecipients(ctx, sender, recipients, call, options);
  const people = new Map(found.map((user) => [user.userId, user])).set(sender.userId, sender);
  const ids = conversationMembers(sender.userId, [...people.keys()]);
  const members = ids.map((id) => people.get(id)!);
  const others = members.filter(({ userId }) => userId !== sender.userId);
  const [someMemberMayWriteDirectly, mayStartConversation] = await Promise.all([
    anyHasPermission(ctx, settings, 'direct_message_permission_group', members, call, options),
    anyHasPermission(ctx, settings, 'direct_message_initiator_group', [sender], call, options),
  ]);
  decideDirect({
    sender,
    others,
    someMemberMayWriteDirectly,
    mayStartConversation: mayStartConversation || (await ctx.conversations.findDirect(ids)) !== undefined,
  });
  return { kind: 'direct', members, settings };
}

async function findChannel(
  ctx: Ctx,
  { channel: given }: ChannelRecipient,
  call: Call,
  options: LookupOptions,
) {
  if (!given) throw errors.missingParameter('to');
  if (given.$case === 'channelId') {
    const channel = await ctx.directory.channels.get(given.channelId, call, options);
    return { channel, requested: { stream_id: given.channelId } };
  }
  const name = given.name.trim();
  if (name === '') throw errors.badRequest('Channel name must not be empty');
  return { channel: await ctx.directory.channels.byName(name, call, options), requested: { stream: name } };
}

async function writerFacts(
  { db, directory }: Ctx,
  user: User,
  channel: Channel,
  topic: string,
  call: Call,
  options: LookupOptions,
): Promise<WriterFacts> {
  const holds = (name: string): Promise<boolean> | boolean => {
    const setting: GroupSetting | undefined = channel.groupSettings[name];
    return setting === undefined || directory.groups.isMember(setting, user, call, options);
  };
  const [histories, maySend, mayCreateTopic] = await Promise.all([
    directory.subscriptions.of(user.userId, call, options),
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
  call: Call,
  options: LookupOptions,
): Promise<User[]> {
  const { directory } = ctx;
  const { userIds, emails } = parseDirectRecipients(recipients);
  const [byId, byEmail] = await Promise.all([
    userIds.length > 0 ? directory.users.many(userIds, call, options) : new Map<number, User>(),
    emails.length > 0 ? directory.users.manyByEmail(emails, call, options) : new Map<string, User>(),
  ]);
  // To the sender, people they may not see do not exist.
  const found = [...byId.values(), ...byEmail.values()].map(({ userId }) => userId);
  const hidden = await findHiddenUsers(ctx, sender, found, call);
  const ifVisible = (user: User | undefined) => (user && !hidden.has(user.userId) ? user : undefined);
  const named = (email: string) => {
    const user = ifVisible(byEmail.get(emailKey(email)));
    return user && isAddressOf(user, email, sender) ? user : undefined;
  };
  return [
    ...userIds.map((id) => ifVisible(byId.get(id)) ?? refuse(`Invalid user ID ${id}`)),
    ...emails.map((email) => named(email) ?? refuse(`Invalid email '${email}'`)),
  ];
}

const refuse = (message: string): never => {
  throw errors.badRequest(message);
};

/** Returns whether one of the people has a permission of the organization. */
async function anyHasPermission(
  { directory }: Ctx,
  settings: OrganizationSettings,
  name: OrganizationPermission,
  people: readonly User[],
  call: Call,
  options: LookupOptions,
): Promise<boolean> {
  for (const user of people) {
    if (await directory.groups.isMember(settings[name], user, call, options)) return true;
  }
  return false;
}
