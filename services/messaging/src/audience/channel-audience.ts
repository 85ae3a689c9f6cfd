import type { Channel, Scope } from '@parley/facts';
import { Audience } from '@parley/proto/events/v1/event';
import type { ChannelId, UserId } from '@parley/rules';
import type { MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { type Period, periodsInclude } from '../domain/reading/visibility.ts';

/** A subscriber of a channel, and the periods of subscription. If the history is protected, only these periods are readable. */
export type ChannelReader = { userId: UserId; periods: readonly Period[] };

/** Returns whether the channel's history is protected: new subscribers may not read its earlier messages. */
export const hasProtectedHistory = (channel: Channel): boolean =>
  channel.inviteOnly && !channel.historyPublicToSubscribers;

/** Finds the subscribers of a channel with protected history, and the periods that each may read. */
export async function findChannelReaders(
  ctx: Ctx,
  channelId: ChannelId,
  scope: Scope,
): Promise<ChannelReader[]> {
  return (await audienceOf(ctx, channelId, 0, scope)).readers;
}

/** Maximum number of subscribers of a channel for which a changed message's read state is looked up. */
const maxSubscribers = 10_000;

/** With their periods, for their read state. Undefined above `maxSubscribers`, because this would cost too much. */
export async function findSubscribers(
  ctx: Ctx,
  channelId: ChannelId,
  scope: Scope,
): Promise<ChannelReader[] | undefined> {
  const { readers, subscriberCount } = await audienceOf(ctx, channelId, maxSubscribers, scope);
  return subscriberCount > maxSubscribers ? undefined : readers;
}

async function audienceOf(ctx: Ctx, channelId: ChannelId, maxReaders: number, scope: Scope) {
  const request = { channelId, withReaders: true, maxReaders };
  const { readers, subscriberCount } = await ctx.channel.getAudience(request, scope.call);
  const withPeriods = readers.map(
    ({ userId, periods }): ChannelReader => ({
      userId,
      periods: periods.map(({ afterMessageId, untilMessageId }) => ({
        after: afterMessageId,
        until: untilMessageId,
      })),
    }),
  );
  return { readers: withPeriods, subscriberCount };
}

/** Its subscribers, and for a public channel the event queues that receive all public channels. */
export const channelAudience = (channel: Channel): Audience =>
  Audience.create({
    channelId: channel.channelId,
    channelPublic: !channel.inviteOnly,
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
