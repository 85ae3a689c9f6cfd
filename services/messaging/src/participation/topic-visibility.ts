/**
 * Topics that people take part in become visible to them (specification, 1: `automatic_new_visibility_policy`). The
 * channel service owns what people set for topics; it is asked only when the caches say that something would change.
 * This follows what was done and never makes it fail.
 */
import { bestEffort } from '@parley/core';
import type { Channel, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import { findReadablePeriods } from '../access/readable-periods.ts';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { isFirstInTopic } from '../db/messages.ts';
import { dependsOnStarting, type Part, parts, policyAfter, visibility } from '../domain/topic-visibility.ts';

/** A message in a channel that somebody took part by, or in. */
export type TopicMessage = { id: number; channel: Channel; topic: string };

type PolicyChange = { userId: number; visibilityPolicy: number; keepMuted: boolean };

/** What is done for a topic must not keep its message waiting. */
const timeoutMs = 2_000;
/** Of more people the caches are not asked one by one. */
const maxSingleLookups = 50;
/** People mentioned by one message whose topics change. */
const maxMentioned = 500;

/**
 * A message was sent: by its sender, and for those whom it mentions by name.
 * @returns what the topic is to the sender now; undefined when that did not change
 */
export function afterSend(
  ctx: Ctx,
  sender: User,
  message: TopicMessage,
  namedUserIds: readonly number[],
  call: Call,
): Promise<number | undefined> {
  return followUp(ctx, call, async (limitedCall) => {
    const [own, mentioned] = await Promise.all([
      policyChangeFor(ctx, sender, parts.sends, message, limitedCall),
      policyChangesForMentions(ctx, sender, message, namedUserIds, limitedCall),
    ]);
    const changed = await changePolicies(ctx, message, [...(own ? [own] : []), ...mentioned], limitedCall);
    return own && changed.includes(sender.userId) ? own.visibilityPolicy : undefined;
  });
}

/** Somebody reacted to a message, or took part in an interactive one. */
export async function afterInteraction(
  ctx: Ctx,
  user: User,
  message: TopicMessage,
  call: Call,
): Promise<void> {
  await followUp(ctx, call, async (limitedCall) => {
    const own = await policyChangeFor(ctx, user, parts.interacts, message, limitedCall);
    if (own) await changePolicies(ctx, message, [own], limitedCall);
  });
}

/** A message mentions people by name since it was edited. */
export async function afterMention(
  ctx: Ctx,
  editor: User,
  message: TopicMessage,
  namedUserIds: readonly number[],
  call: Call,
): Promise<void> {
  await followUp(ctx, call, async (limitedCall) => {
    await changePolicies(
      ctx,
      message,
      await policyChangesForMentions(ctx, editor, message, namedUserIds, limitedCall),
      limitedCall,
    );
  });
}

/** Runs follow-up work that may take at most `timeoutMs`. Its failure is logged and does not fail the request. */
const followUp = <T>(ctx: Ctx, call: Call, work: (limitedCall: Call) => Promise<T>): Promise<T | undefined> =>
  bestEffort(ctx.logger, 'topic policies of participants were not changed', () =>
    work({ ...call, deadline: Math.min(call.deadline, Date.now() + timeoutMs) }),
  );

/** What a person's part makes of a topic, if that is more than it is to them. */
async function policyChangeFor(
  ctx: Ctx,
  user: User,
  part: Part,
  message: TopicMessage,
  call: Call,
): Promise<PolicyChange | undefined> {
  if (user.isBot) return undefined;
  const { userId } = user;
  const { channelId } = message.channel;
  const [settings, histories, present] = await Promise.all([
    ctx.directory.writingSettings.many([userId], call),
    ctx.directory.subscriptions.of(userId, call),
    ctx.directory.userTopics.policy(userId, channelId, message.topic, call),
  ]);
  const own = settings.get(userId);
  if (!own || present === visibility.followed) return undefined;
  const isMuted = histories.get(channelId)?.isMuted ?? false;
  const asks = part === parts.sends && dependsOnStarting(own, isMuted);
  const whole = asks && (await isStart(ctx, user, message, call)) ? parts.starts : part;
  const visibilityPolicy = policyAfter(whole, own, isMuted);
  return visibilityPolicy > present ? { userId, visibilityPolicy, keepMuted: false } : undefined;
}

/** Whether the sender can see no earlier message in the topic. */
async function isStart(ctx: Ctx, sender: User, message: TopicMessage, call: Call): Promise<boolean> {
  const periods = await findReadablePeriods(ctx, await loadReader(ctx, sender, call), message.channel, call);
  return isFirstInTopic(ctx.db, message.channel.channelId, message, periods);
}

/** Who is mentioned follows the topic, unless they muted it (`automatically_follow_topics_where_mentioned`). */
async function policyChangesForMentions(
  ctx: Ctx,
  sender: User,
  { channel, topic }: TopicMessage,
  namedUserIds: readonly number[],
  call: Call,
): Promise<PolicyChange[]> {
  const others = namedUserIds.filter((id) => id !== sender.userId).slice(0, maxMentioned);
  if (others.length === 0) return [];
  const [people, settings] = await Promise.all([
    ctx.directory.users.many(others, call),
    ctx.directory.writingSettings.many(others, call),
  ]);
  const following = others.filter(
    (id) => settings.get(id)?.followTopicsWhereMentioned && !people.get(id)?.isBot,
  );
  const isSettled = async (id: number) => {
    const present = await ctx.directory.userTopics.policy(id, channel.channelId, topic, call);
    return present === visibility.followed || present === visibility.muted;
  };
  const settled = following.length <= maxSingleLookups ? await Promise.all(following.map(isSettled)) : [];
  return following
    .filter((_, at) => !settled[at])
    .map((userId) => ({ userId, visibilityPolicy: visibility.followed, keepMuted: true }));
}

async function changePolicies(
  ctx: Ctx,
  { channel, topic }: TopicMessage,
  raises: PolicyChange[],
  call: Call,
): Promise<readonly number[]> {
  if (raises.length === 0) return [];
  const { userIds } = await ctx.channel.raiseUserTopic(
    { channelId: channel.channelId, topic, raises },
    call,
    {
      idempotent: true,
    },
  );
  return userIds;
}
