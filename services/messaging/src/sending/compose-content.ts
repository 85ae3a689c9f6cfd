import { errors } from '@parley/core';
import type { Group, LookupOptions, User } from '@parley/directory';
import type { Rendered } from '@parley/markdown';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { findTopicSenders } from '../db/messages.ts';
import { decideWildcards, manyPeople, mayKnow } from '../domain/send-rules.ts';
import { renderMessage } from '../rendering/render-message.ts';
import { findAlertedUsers } from './alert-words.ts';
import type { SendTarget } from './send-target.ts';

/** The rendered text of a message and the people it mentions. */
export type ComposedContent = {
  rendered: Rendered;
  /** Recipients mentioned by name or by a group, ascending. */
  mentionedUserIds: number[];
  /** Recipients mentioned by name, ascending. */
  namedUserIds: number[];
  /** Recipients whose alert words occur in the text, ascending. */
  alertedUserIds: number[];
  /** People mentioned by `@topic`, ascending; empty where it is not used. */
  topicParticipantIds: number[];
};

/** Wildcards that a message had before an edit, which need no permission again. */
export type ExistingWildcards = { mentionsChannel: boolean; mentionsTopic: boolean };

/** Subscriptions that are looked up one by one; for more people, one call returns all subscribers of the channel. */
const maxSingleLookups = 50;

/**
 * Renders a text for the channel or conversation it is sent to, and finds the people it mentions.
 * @throws STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED, BAD_REQUEST for a group that
 *   the sender may not mention
 */
export async function composeContent(
  ctx: Ctx,
  sender: User,
  place: SendTarget,
  content: string,
  call: Call,
  known: ExistingWildcards = { mentionsChannel: false, mentionsTopic: false },
): Promise<ComposedContent> {
  const histories = await ctx.directory.subscriptions.of(sender.userId, call);
  const rendered = await renderMessage(
    ctx,
    content,
    (channel) =>
      mayKnow(channel, {
        user: sender,
        isSubscribed: histories.get(channel.channelId)?.isSubscribed ?? false,
      }),
    call,
  );
  const [topicParticipantIds, groupMembers] = await Promise.all([
    findTopicParticipants(ctx, sender, place, rendered),
    findGroupMembers(ctx, sender, rendered.mentionedGroupIds, call),
  ]);
  const checked = {
    channel: rendered.mentionsChannelWildcard && !known.mentionsChannel,
    topic: rendered.mentionsTopicWildcard && !known.mentionsTopic,
  };
  await checkWildcards(ctx, sender, place, checked, topicParticipantIds.length, call);
  const named = [...new Set([...rendered.mentionedUserIds, ...groupMembers])].sort((a, b) => a - b);
  const [mentionedUserIds, alertedUserIds] = await Promise.all([
    findMentionRecipients(ctx, place, named, call),
    findAlertedUsers(ctx, content, call).then((alerted) => findAlertRecipients(ctx, place, alerted, call)),
  ]);
  const namedUserIds = mentionedUserIds.filter((id) => rendered.mentionedUserIds.includes(id));
  return { rendered, mentionedUserIds, namedUserIds, alertedUserIds, topicParticipantIds };
}

/** Returns those of the mentioned people who receive the message. */
async function findMentionRecipients(
  { directory, channel }: Ctx,
  place: SendTarget,
  userIds: readonly number[],
  call: Call,
): Promise<number[]> {
  if (place.kind === 'direct') {
    return userIds.filter((id) => place.members.some(({ userId }) => userId === id));
  }
  const { channelId } = place.channel;
  if (userIds.length > maxSingleLookups) {
    const { readers } = await channel.getAudience({ channelId, withReaders: true }, call);
    const subscribed = new Set(readers.map(({ userId }) => userId));
    return userIds.filter((id) => subscribed.has(id));
  }
  const isSubscribed = async (id: number, options?: LookupOptions) =>
    (await directory.subscriptions.of(id, call, options)).get(channelId)?.isSubscribed ?? false;
  const found = await Promise.all(
    // The flag is set now or never, so a cached "not subscribed" is confirmed with the owner.
    userIds.map(async (id) => (await isSubscribed(id)) || (await isSubscribed(id, { confirm: true }))),
  );
  return userIds.filter((_, index) => found[index]);
}

/** Returns those of the people who receive the message, as far as the caches know. */
async function findAlertRecipients(
  { directory }: Ctx,
  place: SendTarget,
  userIds: readonly number[],
  call: Call,
): Promise<number[]> {
  if (place.kind === 'direct')
    return userIds.filter((id) => place.members.some(({ userId }) => userId === id));
  const { channelId } = place.channel;
  const histories = await Promise.all(userIds.map((id) => directory.subscriptions.of(id, call)));
  return userIds.filter((_, index) => histories[index]!.get(channelId)?.isSubscribed);
}

/** Returns the people whom `@topic` mentions: earlier senders in the topic, and the sender. */
async function findTopicParticipants(
  { db }: Ctx,
  sender: User,
  place: SendTarget,
  { mentionsTopicWildcard }: Rendered,
): Promise<number[]> {
  if (place.kind !== 'channel' || !mentionsTopicWildcard) return [];
  const earlier = await findTopicSenders(db, place.channel.channelId, place.topic);
  return [...new Set([...earlier, sender.userId])].sort((a, b) => a - b);
}

async function checkWildcards(
  { directory, channel }: Ctx,
  sender: User,
  place: SendTarget,
  wildcards: { channel: boolean; topic: boolean },
  participants: number,
  call: Call,
): Promise<void> {
  if (place.kind !== 'channel' || (!wildcards.channel && !wildcards.topic)) return;
  const { channelId } = place.channel;
  const subscribers = wildcards.channel
    ? (await channel.getAudience({ channelId, withReaders: false }, call)).subscriberCount
    : 0;
  const reachesMany = {
    mentionsChannel: wildcards.channel && subscribers > manyPeople,
    mentionsTopic: wildcards.topic && participants > manyPeople,
  };
  if (!reachesMany.mentionsChannel && !reachesMany.mentionsTopic) return;
  const permission = place.settings.can_mention_many_users_group;
  const mayMentionMany =
    (await directory.groups.isMember(permission, sender, call)) ||
    (await directory.groups.isMember(permission, sender, call, { confirm: true }));
  decideWildcards({ ...reachesMany, mayMentionMany });
}

/** Returns the members of groups and their subgroups. @throws BAD_REQUEST when the sender may not mention a group */
async function findGroupMembers(
  { directory }: Ctx,
  sender: User,
  groupIds: readonly number[],
  call: Call,
): Promise<Set<number>> {
  const members = new Set<number>();
  const seen = new Set<number>();
  const pending = [...groupIds];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group: Group | undefined = await directory.groups.get(id, call);
    if (!group || group.isDeactivated) continue;
    if (groupIds.includes(id)) await checkMayMention(directory, sender, group, call);
    for (const member of group.directMemberIds) members.add(member);
    pending.push(...group.directSubgroupIds);
  }
  return members;
}

async function checkMayMention(
  { groups }: Ctx['directory'],
  sender: User,
  group: Group,
  call: Call,
): Promise<void> {
  const setting = group.groupSettings.can_mention_group;
  if (!setting || (await groups.isMember(setting, sender, call))) return;
  if (await groups.isMember(setting, sender, call, { confirm: true })) return;
  throw errors.badRequest(`You are not allowed to mention user group '${group.name}'.`);
}
