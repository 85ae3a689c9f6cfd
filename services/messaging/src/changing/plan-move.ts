import { errors } from '@parley/core';
import type { Channel, Scope } from '@parley/facts';
import { type ChannelId, mayMoveOut, mayMoveWithin, mayResolveTopics, roles } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import type { MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { countPart, type Destination, type TopicPart } from '../db/changing/edits.ts';
import {
  checkMoveLimit,
  checkResolvable,
  decideMove,
  type ResolveChange,
  resolveChange,
} from '../domain/changing/edit-rules.ts';
import { mayKnowChannel } from '../domain/reading/visibility.ts';
import { resolveChannelTarget } from '../sending/send-target.ts';
import { channelFacts, loadChannelStanding, loadOrganizationRights } from './change-rights.ts';

/** A decided move: the messages, their former channel and topic, and their new ones. */
export type MovePlan = {
  part: TopicPart;
  from: { channel: Channel; topic: string };
  to: Destination & { channel: Channel };
  changesTopic: boolean;
  changesChannel: boolean;
  resolve: ResolveChange;
  /** Number of messages at the time of the decision, for the text of the notices. */
  count: number;
  movesAll: boolean;
};

const channelRights = [
  'can_move_messages_within_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_resolve_topics_group',
] as const;
const organizationRightNames = [
  'can_move_messages_between_topics_group',
  'can_move_messages_between_channels_group',
  'can_resolve_topics_group',
] as const;

/**
 * Decides a move of a channel message and of other messages of its topic. Returns undefined when neither topic nor channel changes.
 * @throws BAD_REQUEST, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED, and the errors of sending to the new place
 */
export async function planMove(
  ctx: Ctx,
  access: MessageAccess & { channel: Channel },
  requested: { topic: string | undefined; channelId: ChannelId | undefined; mode: TopicPart['mode'] },
  scope: Scope,
): Promise<MovePlan | undefined> {
  const { message, channel: from, user } = access;
  const topic = requested.topic ?? message.topic;
  const channelId = requested.channelId ?? from.channelId;
  const changesTopic = topic !== message.topic;
  const changesChannel = channelId !== from.channelId;
  if (!changesTopic && !changesChannel) return undefined;
  const settings = await scope.settings();
  checkResolvable(message.topic, topic, settings.empty_topic_display_name);
  const resolve = resolveChange(message.topic, topic);

  const inOrganization = await loadOrganizationRights(user, organizationRightNames, scope);
  const standing = await loadChannelStanding(from, access.reader, channelRights, scope);
  const facts = channelFacts(from);
  decideMove({
    changesTopic,
    changesChannel,
    resolve,
    mayResolve: mayResolveTopics(user, facts, standing, inOrganization),
    mayMoveWithin: mayMoveWithin(user, facts, standing, inOrganization),
    mayMoveOut: mayMoveOut(user, facts, standing, inOrganization),
  });
  const target = changesChannel ? await findTargetChannel(access, channelId, scope) : from;
  // Requires the permissions for sending a message to the new channel and topic: to post, and to create the topic. Also applies
  // the channel's topics policy (whether messages need a topic). Resolving a topic requires only `mayResolve`.
  if (resolve === undefined || changesChannel) {
    const recipient = { channel: { $case: 'channelId' as const, channelId }, topic };
    await resolveChannelTarget(ctx, user, recipient, scope);
  }
  const part: TopicPart = {
    channelId: from.channelId,
    topic: message.topic,
    periods: access.periods,
    mode: requested.mode,
    messageId: message.id,
  };
  const counts = await checkLimits(ctx, access, { part, changesTopic, changesChannel, resolve }, settings);
  return {
    part,
    from: { channel: from, topic: message.topic },
    to: { channelId, topic, channel: target },
    changesTopic,
    changesChannel,
    resolve: changesChannel ? undefined : resolve,
    ...counts,
  };
}

async function findTargetChannel(
  { reader }: MessageAccess,
  channelId: ChannelId,
  scope: Scope,
): Promise<Channel> {
  const target = await scope.channels.get(channelId);
  if (!target || !mayKnowChannel(reader, target)) throw errors.badRequest('Invalid channel ID');
  return target;
}

/**
 * Checks the time limits for moves to another topic and to another channel; when both apply, the shorter one counts. Moderators and
 * administrators have no limit. Changes that only resolve or unresolve a topic have none either. Returns how many messages move,
 * and whether these are the whole topic.
 */
async function checkLimits(
  ctx: Ctx,
  { user, message }: MessageAccess,
  {
    part,
    changesTopic,
    changesChannel,
    resolve,
  }: Pick<MovePlan, 'part' | 'changesTopic' | 'changesChannel' | 'resolve'>,
  settings: OrganizationSettings,
): Promise<{ count: number; movesAll: boolean }> {
  const now = Math.floor(ctx.clock.now() / 1000);
  const limits = [
    ...(changesTopic ? [settings.move_messages_within_stream_limit_seconds] : []),
    ...(changesChannel ? [settings.move_messages_between_streams_limit_seconds] : []),
  ].filter((limit) => limit !== null);
  const limitSeconds = limits.length > 0 ? Math.min(...limits) : null;
  const since = limitSeconds === null ? 0 : now - limitSeconds;
  const topic = await countPart(ctx.db, { ...part, mode: 'change_all' }, since);
  const hasNoLimit = user.role <= roles.moderator || (resolve !== undefined && !changesChannel);
  if (!hasNoLimit) {
    const movesAll = part.mode === 'change_all';
    checkMoveLimit({ limitSeconds, now, sentAt: message.sentAt, changesChannel, movesAll, topic });
  }
  const moved = part.mode === 'change_all' ? topic : await countPart(ctx.db, part, 0);
  return { count: moved.total, movesAll: moved.total === topic.total };
}
