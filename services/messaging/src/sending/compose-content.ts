import { errors, errorText, itemAt } from '@parley/core';
import type { Channel, Group, Scope, User } from '@parley/facts';
import type { Rendered } from '@parley/markdown';
import { type GroupId, roles, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findTopicSenders } from '../db/messages.ts';
import { decideWildcards, manyPeople, mayKnow } from '../domain/sending/send-rules.ts';
import { renderMessage } from '../rendering/render-message.ts';
import { findAlertedUsers } from './alert-words.ts';
import type { SendTarget } from './send-target.ts';

/** The rendered content of a message, and the people whom it mentions. */
export type ComposedContent = {
  rendered: Rendered;
  /** IDs, in ascending order, of the recipients whom the text mentions by name or by a group. */
  mentionedUserIds: readonly UserId[];
  /** IDs, in ascending order, of the recipients whom the text mentions by name. */
  namedUserIds: readonly UserId[];
  /** IDs of mentioned bots that receive the message without a subscription. */
  mentionedBotIds: readonly UserId[];
  /** IDs, in ascending order, of the recipients whose alert words occur in the text. */
  alertedUserIds: readonly UserId[];
  /** IDs, in ascending order, of the people whom the mention `@topic` addresses. Empty without such a mention. */
  topicParticipantIds: UserId[];
};

export type TextToCompose = {
  /** The person whose permissions decide about mentions and links to channels. */
  author: User;
  target: SendTarget;
  content: string;
  /** Wildcard mentions in the content before an edit. They need no permission again. */
  existing?: { mentionsChannel: boolean; mentionsTopic: boolean };
};

/** For more people, one call fetches all subscribers of the channel. */
const maxSingleLookups = 50;

/** @throws the errors of `decideWildcards`; BAD_REQUEST for a group that the author may not mention */
export async function composeContent(ctx: Ctx, text: TextToCompose, scope: Scope): Promise<ComposedContent> {
  const { author, target, content, existing } = text;
  const histories = await scope.subscriptions(author.userId);
  const mayKnowChannel = (channel: Channel) =>
    mayKnow(channel, {
      user: author,
      isSubscribed: histories.get(channel.channelId)?.isSubscribed ?? false,
    });
  const rendered = await renderMessage(ctx, content, mayKnowChannel, scope);
  if (mentionsNobody(rendered)) {
    const alertedUserIds = await findAlertRecipients(target, await findAlertedUsers(content, scope), scope);
    return { rendered, ...nobody, topicParticipantIds: [], alertedUserIds };
  }
  const [topicParticipantIds, groupMembers] = await Promise.all([
    findTopicParticipants(ctx, text, rendered),
    findGroupMembers(author, rendered.mentionedGroupIds, scope),
  ]);
  const wildcards = {
    channel: rendered.mentionsChannelWildcard && !existing?.mentionsChannel,
    topic: rendered.mentionsTopicWildcard && !existing?.mentionsTopic,
    topicParticipants: topicParticipantIds.length,
  };
  await checkWildcards(ctx, text, wildcards, scope);
  const named = [...new Set([...rendered.mentionedUserIds, ...groupMembers])].sort((a, b) => a - b);
  const [subscriberIds, alertedUserIds] = await Promise.all([
    findMentionRecipients(ctx, target, named, scope),
    findAlertedUsers(content, scope).then((alerted) => findAlertRecipients(target, alerted, scope)),
  ]);
  const others = named.filter((id) => !subscriberIds.includes(id));
  const mentionedBotIds = await findUnsubscribedBots(target, others, scope);
  const mentionedUserIds = [...subscriberIds, ...mentionedBotIds].sort((a, b) => a - b);
  const namedUserIds = mentionedUserIds.filter((id) => rendered.mentionedUserIds.includes(id));
  return { rendered, mentionedUserIds, namedUserIds, mentionedBotIds, alertedUserIds, topicParticipantIds };
}

/** Whether a text has no mention at all, like most texts. */
const mentionsNobody = (rendered: Rendered): boolean =>
  rendered.mentionedUserIds.length === 0 &&
  rendered.mentionedGroupIds.length === 0 &&
  !rendered.mentionsChannelWildcard &&
  !rendered.mentionsTopicWildcard;

/** Whom such a text mentions. */
const nobody = {
  mentionedUserIds: [],
  namedUserIds: [],
  mentionedBotIds: [],
} satisfies Partial<ComposedContent>;

/** Returns which of the mentioned people are subscribers of the channel, or members of the conversation. */
async function findMentionRecipients(
  { channel }: Ctx,
  target: SendTarget,
  userIds: readonly UserId[],
  scope: Scope,
): Promise<number[]> {
  if (target.kind === 'direct') {
    return userIds.filter((id) => target.members.some(({ userId }) => userId === id));
  }
  const { channelId } = target.channel;
  if (userIds.length > maxSingleLookups) {
    const { readers } = await channel.getAudience(
      { channelId, withReaders: true, maxReaders: 0 },
      scope.call,
    );
    const subscribed = new Set(readers.map(({ userId }) => userId));
    return userIds.filter((id) => subscribed.has(id));
  }
  const isSubscribed = async (id: number, facts: Scope) =>
    (await facts.subscriptions(id)).get(channelId)?.isSubscribed ?? false;
  const owners = scope.askingOwners();
  const found = await Promise.all(
    // Mentions are stored with the message and not corrected later. So when the cache says "not subscribed", the owning service
    // is asked as well.
    userIds.map(async (id) => (await isSubscribed(id, scope)) || (await isSubscribed(id, owners))),
  );
  return userIds.filter((_, index) => found[index]);
}

/** Returns which of the mentioned people are bots that receive messages of a public channel without a subscription. */
export async function findUnsubscribedBots(
  target: { kind: 'channel'; channel: Channel } | { kind: 'direct' },
  userIds: readonly UserId[],
  scope: Scope,
): Promise<number[]> {
  if (userIds.length === 0 || target.kind !== 'channel' || target.channel.inviteOnly) return [];
  const { isWebPublic } = target.channel;
  const people = await scope.users.many(userIds);
  const mayRead = ({ isBot, isActive, role }: User) =>
    isBot && isActive && (isWebPublic || role < roles.guest);
  return [...people.values()].filter(mayRead).map(({ userId }) => userId);
}

/** Returns which of the people are subscribers of the channel, or members of the conversation. Uses cached subscriptions. */
async function findAlertRecipients(
  target: SendTarget,
  userIds: readonly UserId[],
  scope: Scope,
): Promise<number[]> {
  if (userIds.length === 0) return [];
  if (target.kind === 'direct')
    return userIds.filter((id) => target.members.some(({ userId }) => userId === id));
  const { channelId } = target.channel;
  const histories = await Promise.all(userIds.map((id) => scope.subscriptions(id)));
  return userIds.filter((_, index) => itemAt(histories, index).get(channelId)?.isSubscribed);
}

/** Returns the people whom `@topic` mentions: people who have sent messages to the topic, and the author. */
async function findTopicParticipants(
  { db }: Ctx,
  { author, target }: TextToCompose,
  { mentionsTopicWildcard }: Rendered,
): Promise<number[]> {
  if (target.kind !== 'channel' || !mentionsTopicWildcard) return [];
  const earlier = await findTopicSenders(db, target.channel.channelId, target.topic);
  return [...new Set([...earlier, author.userId])].sort((a, b) => a - b);
}

async function checkWildcards(
  { channel }: Ctx,
  { author, target }: TextToCompose,
  wildcards: { channel: boolean; topic: boolean; topicParticipants: number },
  scope: Scope,
): Promise<void> {
  if (target.kind !== 'channel' || (!wildcards.channel && !wildcards.topic)) return;
  const { channelId } = target.channel;
  const subscribers = wildcards.channel
    ? (await channel.getAudience({ channelId, withReaders: false, maxReaders: 0 }, scope.call))
        .subscriberCount
    : 0;
  const reachesMany = {
    mentionsChannel: wildcards.channel && subscribers > manyPeople,
    mentionsTopic: wildcards.topic && wildcards.topicParticipants > manyPeople,
  };
  if (!reachesMany.mentionsChannel && !reachesMany.mentionsTopic) return;
  const permission = 'can_mention_many_users_group';
  const mayMentionMany =
    (await scope.holds(permission, author)) || (await scope.askingOwners().holds(permission, author));
  decideWildcards({ ...reachesMany, mayMentionMany });
}

/** Returns the members of groups and their subgroups. @throws BAD_REQUEST when the author may not mention a group */
async function findGroupMembers(
  author: User,
  groupIds: readonly GroupId[],
  scope: Scope,
): Promise<Set<number>> {
  const members = new Set<number>();
  const seen = new Set<number>();
  const pending = [...groupIds];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group: Group | undefined = await scope.groups.get(id);
    if (!group || group.isDeactivated) continue;
    if (groupIds.includes(id)) await checkMayMention(author, group, scope);
    for (const member of group.directMemberIds) members.add(member);
    pending.push(...group.directSubgroupIds);
  }
  return members;
}

async function checkMayMention(author: User, group: Group, scope: Scope): Promise<void> {
  const setting = group.groupSettings.can_mention_group;
  if (!setting || (await scope.groups.isMember(setting, author))) return;
  if (await scope.askingOwners().groups.isMember(setting, author)) return;
  throw errors.badRequest(
    errorText("You are not allowed to mention user group '{name}'.", { name: group.name }),
  );
}
