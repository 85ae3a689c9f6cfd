import type { Channel } from '@parley/directory';
import { Audience } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import type { MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { type Period, periodsInclude } from '../domain/visibility.ts';

/** Somebody subscribed to a channel whose history newcomers do not see. */
export type ChannelReader = { userId: number; periods: readonly Period[] };

/** Whether not every subscriber may read all of the channel. */
export const hasProtectedHistory = (channel: Channel): boolean =>
  channel.inviteOnly && !channel.historyPublicToSubscribers;

/** Each subscriber with what they may read; for channels that do not show their history. */
export async function findChannelReaders(ctx: Ctx, channelId: number, call: Call): Promise<ChannelReader[]> {
  const { readers } = await ctx.channel.getAudience({ channelId, withReaders: true }, call, {
    idempotent: true,
  });
  return readers.map(({ userId, periods }) => ({
    userId,
    periods: periods.map(({ afterMessageId, untilMessageId }) => ({
      after: afterMessageId,
      until: untilMessageId,
    })),
  }));
}

/** All of a channel's subscribers, and those who overhear public channels. */
export const channelAudience = (channel: Channel): Audience =>
  Audience.create({
    channelId: channel.channelId,
    channelPublic: !channel.inviteOnly,
    channelWebPublic: channel.isWebPublic,
  });

/** Who hears of a change of a message: those who may read it. */
export async function audienceOfChange(
  ctx: Ctx,
  { channel, message }: Pick<MessageAccess, 'channel' | 'message'>,
  call: Call,
): Promise<Audience> {
  if (!channel) return Audience.create({ userIds: message.memberIds ?? [] });
  if (!hasProtectedHistory(channel)) return channelAudience(channel);
  const readers = await findChannelReaders(ctx, channel.channelId, call);
  const userIds = readers
    .filter(({ periods }) => periodsInclude(periods, message.id))
    .map(({ userId }) => userId);
  return Audience.create({ userIds });
}
