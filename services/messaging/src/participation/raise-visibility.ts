/**
 * Topics that people take part in become visible to them (specification, 1: `automatic_new_visibility_policy`). The
 * channel service owns what people set for topics; it is asked only when the caches say that something would change.
 * This follows what was done and never makes it fail.
 */
import type { Channel, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { isFirstInTopic } from '../db/messages.ts';
import {
  dependsOnStarting,
  type Part,
  parts,
  visibility,
  visibilityBy,
} from '../domain/automatic-visibility.ts';
import { readableIn } from '../reading/readable.ts';
import { readerOf } from '../reading/reader.ts';

/** A message in a channel that somebody took part by, or in. */
export type TopicMessage = { id: number; channel: Channel; topic: string };

type Raise = { userId: number; visibilityPolicy: number; keepMuted: boolean };

/** What is done for a topic must not keep its message waiting. */
const patienceMs = 2_000;
/** Of more people the caches are not asked one by one. */
const maxSingleQuestions = 50;
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
  return apart(ctx, call, async (hurried) => {
    const [own, mentioned] = await Promise.all([
      raiseFor(ctx, sender, parts.sends, message, hurried),
      raisesForMentions(ctx, sender, message, namedUserIds, hurried),
    ]);
    const changed = await raise(ctx, message, [...(own ? [own] : []), ...mentioned], hurried);
    return own && changed.includes(sender.userId) ? own.visibilityPolicy : undefined;
  });
}

/** Somebody reacted to a message, or took part in an interactive one. */
export async function afterTakingPart(
  ctx: Ctx,
  user: User,
  message: TopicMessage,
  call: Call,
): Promise<void> {
  await apart(ctx, call, async (hurried) => {
    const own = await raiseFor(ctx, user, parts.takesPart, message, hurried);
    if (own) await raise(ctx, message, [own], hurried);
  });
}

/** A message mentions people by name since it was edited. */
export async function afterMentioning(
  ctx: Ctx,
  editor: User,
  message: TopicMessage,
  namedUserIds: readonly number[],
  call: Call,
): Promise<void> {
  await apart(ctx, call, async (hurried) => {
    await raise(ctx, message, await raisesForMentions(ctx, editor, message, namedUserIds, hurried), hurried);
  });
}

/** Runs what may fail without what it follows having failed. */
async function apart<T>(ctx: Ctx, call: Call, act: (hurried: Call) => Promise<T>): Promise<T | undefined> {
  try {
    return await act({ ...call, deadline: Math.min(call.deadline, Date.now() + patienceMs) });
  } catch (error) {
    ctx.logger.warn({ error }, 'a topic was not made visible to those who take part in it');
    return undefined;
  }
}

/** What a person's part makes of a topic, if that is more than it is to them. */
async function raiseFor(
  ctx: Ctx,
  user: User,
  part: Part,
  message: TopicMessage,
  call: Call,
): Promise<Raise | undefined> {
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
  const visibilityPolicy = visibilityBy(whole, own, isMuted);
  return visibilityPolicy > present ? { userId, visibilityPolicy, keepMuted: false } : undefined;
}

/** Whether the sender can see no earlier message in the topic. */
async function isStart(ctx: Ctx, sender: User, message: TopicMessage, call: Call): Promise<boolean> {
  const periods = await readableIn(ctx, await readerOf(ctx, sender, call), message.channel, call);
  return isFirstInTopic(ctx.db, message.channel.channelId, message, periods);
}

/** Who is mentioned follows the topic, unless they muted it (`automatically_follow_topics_where_mentioned`). */
async function raisesForMentions(
  ctx: Ctx,
  sender: User,
  { channel, topic }: TopicMessage,
  namedUserIds: readonly number[],
  call: Call,
): Promise<Raise[]> {
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
  const settled = following.length <= maxSingleQuestions ? await Promise.all(following.map(isSettled)) : [];
  return following
    .filter((_, at) => !settled[at])
    .map((userId) => ({ userId, visibilityPolicy: visibility.followed, keepMuted: true }));
}

async function raise(
  ctx: Ctx,
  { channel, topic }: TopicMessage,
  raises: Raise[],
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
