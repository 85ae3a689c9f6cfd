import type { Channel, Scope } from '@parley/directory';
import { Audience } from '@parley/proto/events/v1/event';
import type { MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { type Period, periodsInclude } from '../domain/visibility.ts';

/** A subscriber of a channel with protected history, and what they may read of it. */
export type ChannelReader = { userId: number; periods: readonly Period[] };

/** Returns whether new subscribers of the channel may not read its earlier messages. */
export const hasProtectedHistory = (channel: Channel): boolean =>
  channel.inviteOnly && !channel.historyPublicToSubscribers;

/** Finds the subscribers of a channel and what each may read. Only channels with protected history need this. */
export async function findChannelReaders(
  ctx: Ctx,
  channelId: number,
  scope: Scope,
): Promise<ChannelReader[]> {
  const { readers } = await ctx.channel.getAudience({ channelId, withReaders: true }, scope.call);
  return readers.map(({ userId, periods }) => ({
    userId,
    periods: periods.map(({ afterMessageId, untilMessageId }) => ({
      after: afterMessageId,
      until: untilMessageId,
    })),
  }));
}

/**
 * Returns the audience of a channel: its subscribers and, for a public channel, queues that receive all public
 * channels.
 */
export const channelAudience = (channel: Channel): Audience =>
  Audience.create({
    channelId: channel.channelId,
    channelPublic: !channel.inviteOnly,
    channelWebPublic: channel.isWebPublic,
  });

/** Finds the recipients of a changed message: the users who may read it. */
export async function audienceOfChange(
  ctx: Ctx,
  { channel, message }: Pick<MessageAccess, 'channel' | 'message'>,
  scope: Scope,
): Promise<Audience> {
  if (!channel) return Audience.create({ userIds: message.memberIds ?? [] });
  if (!hasProtectedHistory(channel)) return channelAudience(channel);
  const readers = await findChannelReaders(ctx, channel.channelId, scope);
  const userIds = readers
    .filter(({ periods }) => periodsInclude(periods, message.id))
    .map(({ userId }) => userId);
  return Audience.create({ userIds });
}
