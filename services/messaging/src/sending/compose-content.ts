import { errors } from '@parley/core';
import type { Group, LookupOptions, User } from '@parley/directory';
import type { Rendered } from '@parley/markdown';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { topicParticipants } from '../db/messages.ts';
import { decideWildcards, manyPeople, mayKnow } from '../domain/send-rules.ts';
import { renderMessage } from '../rendering/render-message.ts';
import { findAlertedUsers } from './alert-words.ts';
import type { SendTarget } from './send-target.ts';

/** A message's text as it is stored, and whom it mentions. */
export type ComposedContent = {
  rendered: Rendered;
  /** Of the people it names, themselves or by a group, those it is for; ascending. */
  mentionedUserIds: number[];
  /** Of these, whom it names themselves. */
  namedUserIds: number[];
  /** Of those it is for, whom one of their alert words is in it; ascending. */
  alertedUserIds: number[];
  /** Whom `@topic` mentions; empty where it is not used. */
  topicParticipantIds: number[];
};

/** Wildcards that a message has already: editing it does not ask for their permission again. */
export type ExistingWildcards = { mentionsChannel: boolean; mentionsTopic: boolean };

/** Of more people than this the channel is asked at once who is subscribed. */
const maxSingleLookups = 50;

/**
 * Renders a text for a place.
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

/** Of the people a message names, those it is sent to. */
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
    const { readers } = await channel.getAudience({ channelId, withReaders: true }, call, {
      idempotent: true,
    });
    const subscribed = new Set(readers.map(({ userId }) => userId));
    return userIds.filter((id) => subscribed.has(id));
  }
  const isSubscribed = async (id: number, options?: LookupOptions) =>
    (await directory.subscriptions.of(id, call, options)).get(channelId)?.isSubscribed ?? false;
  const found = await Promise.all(
    // A flag that is not set now never is: a "no" of the cache is confirmed.
    userIds.map(async (id) => (await isSubscribed(id)) || (await isSubscribed(id, { confirm: true }))),
  );
  return userIds.filter((_, index) => found[index]);
}

/** Of the people with a word in it, those it is sent to, as far as is known here: nobody is asked for a word. */
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

/** Whom `@topic` mentions: those who had written in the topic, and the sender. */
async function findTopicParticipants(
  { db }: Ctx,
  sender: User,
  place: SendTarget,
  { mentionsTopicWildcard }: Rendered,
): Promise<number[]> {
  if (place.kind !== 'channel' || !mentionsTopicWildcard) return [];
  const earlier = await topicParticipants(db, place.channel.channelId, place.topic);
  return [...new Set([...earlier, sender.userId])].sort((a, b) => a - b);
}

async function checkWildcards(
  { directory, channel }: Ctx,
  sender: User,
  place: SendTarget,
  used: { channel: boolean; topic: boolean },
  participants: number,
  call: Call,
): Promise<void> {
  if (place.kind !== 'channel' || (!used.channel && !used.topic)) return;
  const { channelId } = place.channel;
  const subscribers = used.channel
    ? (await channel.getAudience({ channelId, withReaders: false }, call, { idempotent: true }))
        .subscriberCount
    : 0;
  const reachesMany = {
    mentionsChannel: used.channel && subscribers > manyPeople,
    mentionsTopic: used.topic && participants > manyPeople,
  };
  if (!reachesMany.mentionsChannel && !reachesMany.mentionsTopic) return;
  const permission = place.settings.can_mention_many_users_group;
  const mayMentionMany =
    (await directory.groups.isMember(permission, sender, call)) ||
    (await directory.groups.isMember(permission, sender, call, { confirm: true }));
  decideWildcards({ ...reachesMany, mayMentionMany });
}

/** Everyone in the groups and their subgroups. @throws BAD_REQUEST when the sender may not mention one */
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
