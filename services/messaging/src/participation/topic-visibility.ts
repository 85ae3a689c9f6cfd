/**
 * Makes topics followed or unmuted for people who participate in them (docs/api/messages.md#topic-visibility). The service
 * `channel` stores these policies, and is called only when policies may have to change. When the call fails, the send, reaction
 * or edit still succeeds.
 */
import { bestEffort } from '@parley/core';
import type { Channel, Scope, User } from '@parley/facts';
import type { UserId } from '@parley/rules';
import { findReadablePeriods } from '../access/readable-periods.ts';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { isFirstInTopic } from '../db/messages.ts';
import {
  dependsOnStarting,
  type Participation,
  participation,
  policyAfter,
  topicPolicy,
} from '../domain/reading/topic-visibility.ts';

export type TopicMessage = { id: number; channel: Channel; topic: string };

/** A message that was sent or edited, and the people whom it mentions by name (not by a group or wildcard). */
export type MentioningMessage = TopicMessage & { sender: User; namedUserIds: readonly UserId[] };

type PolicyChange = { userId: UserId; visibilityPolicy: number; keepMuted: boolean };

/** Time limit for changing policies, in milliseconds. The client waits for it. */
const timeoutMs = 2_000;
/** Maximum number of people whose current policies are read from the cache. For more people, `channel` checks them. */
const maxSingleLookups = 50;
/** Maximum number of mentioned people whose policies one message may change. Further mentioned people keep their policies. */
const maxMentioned = 500;

/** @returns the sender's new policy; undefined when it did not change, or when the change failed */
export function afterSend(ctx: Ctx, message: MentioningMessage, scope: Scope): Promise<number | undefined> {
  const { sender } = message;
  return followUp(ctx, scope, async (limited) => {
    const [own, mentioned] = await Promise.all([
      policyChangeFor(ctx, { user: sender, level: participation.sends, message }, limited),
      policyChangesForMentions(message, limited),
    ]);
    const changed = await changePolicies(ctx, message, [...(own ? [own] : []), ...mentioned], limited);
    return own && changed.includes(sender.userId) ? own.visibilityPolicy : undefined;
  });
}

/** Changes the topic's policy for a person who added a reaction or submessage. */
export async function afterInteraction(
  ctx: Ctx,
  user: User,
  message: TopicMessage,
  scope: Scope,
): Promise<void> {
  await followUp(ctx, scope, async (limited) => {
    const own = await policyChangeFor(ctx, { user, level: participation.interacts, message }, limited);
    if (own) await changePolicies(ctx, message, [own], limited);
  });
}

export async function afterMention(ctx: Ctx, message: MentioningMessage, scope: Scope): Promise<void> {
  await followUp(ctx, scope, async (limited) => {
    await changePolicies(ctx, message, await policyChangesForMentions(message, limited), limited);
  });
}

/** Runs follow-up work with a time limit of `timeoutMs`. Logs its failure instead of failing the request. */
const followUp = <T>(ctx: Ctx, scope: Scope, work: (limited: Scope) => Promise<T>): Promise<T | undefined> =>
  bestEffort(ctx.logger, 'topic policies of participants were not changed', () =>
    work(scope.within(timeoutMs)),
  );

async function policyChangeFor(
  ctx: Ctx,
  { user, level, message }: { user: User; level: Participation; message: TopicMessage },
  scope: Scope,
): Promise<PolicyChange | undefined> {
  if (user.isBot) return undefined;
  const { userId } = user;
  const { channelId } = message.channel;
  const [settings, histories, present] = await Promise.all([
    scope.writingSettings([userId]),
    scope.subscriptions(userId),
    scope.topicPolicy(userId, channelId, message.topic),
  ]);
  const own = settings.get(userId);
  if (!own || present === topicPolicy.followed) return undefined;
  const isMuted = histories.get(channelId)?.isMuted ?? false;
  const mayStart = level === participation.sends && dependsOnStarting(own, isMuted);
  const reached = mayStart && (await startedTopic(ctx, user, message, scope)) ? participation.starts : level;
  const visibilityPolicy = policyAfter(reached, own, isMuted);
  return visibilityPolicy > present ? { userId, visibilityPolicy, keepMuted: false } : undefined;
}

/** Returns whether the sender started the topic. An earlier message that the sender cannot read does not count. */
async function startedTopic(ctx: Ctx, sender: User, message: TopicMessage, scope: Scope): Promise<boolean> {
  const periods = await findReadablePeriods(await loadReader(sender, scope), message.channel, scope);
  return isFirstInTopic(ctx.db, message.channel.channelId, message, periods);
}

/** For the setting `automatically_follow_topics_where_mentioned`, unless they muted the topic. */
async function policyChangesForMentions(
  { sender, namedUserIds, channel, topic }: MentioningMessage,
  scope: Scope,
): Promise<PolicyChange[]> {
  const others = namedUserIds.filter((id) => id !== sender.userId).slice(0, maxMentioned);
  if (others.length === 0) return [];
  const [people, settings] = await Promise.all([scope.users.many(others), scope.writingSettings(others)]);
  const following = others.filter(
    (id) => settings.get(id)?.followTopicsWhereMentioned && !people.get(id)?.isBot,
  );
  const keepsPolicy = async (id: number) => {
    const present = await scope.topicPolicy(id, channel.channelId, topic);
    return present === topicPolicy.followed || present === topicPolicy.muted;
  };
  const keep = following.length <= maxSingleLookups ? await Promise.all(following.map(keepsPolicy)) : [];
  return following
    .filter((_, at) => !keep[at])
    .map((userId) => ({ userId, visibilityPolicy: topicPolicy.followed, keepMuted: true }));
}

async function changePolicies(
  ctx: Ctx,
  { channel, topic }: TopicMessage,
  raises: PolicyChange[],
  scope: Scope,
): Promise<readonly number[]> {
  if (raises.length === 0) return [];
  const { userIds } = await ctx.channel.raiseUserTopic(
    { channelId: channel.channelId, topic, raises },
    scope.call,
  );
  return userIds;
}
