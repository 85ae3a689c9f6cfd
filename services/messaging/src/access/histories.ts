import type { Scope, SubscriptionHistory } from '@parley/facts';
import type { ChannelId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';

export async function historiesOf(
  ctx: Pick<Ctx, 'channel'>,
  request: { userIds: UserId[]; channelIds: ChannelId[] },
  { call }: Scope,
): Promise<Map<number, Map<number, SubscriptionHistory>>> {
  if (request.userIds.length === 0) return new Map();
  const { histories } = await ctx.channel.findSubscriptionHistories(request, call);
  const found = new Map<number, Map<number, SubscriptionHistory>>();
  for (const { userId, history } of histories) {
    if (!history) continue;
    const own = found.get(userId) ?? new Map<number, SubscriptionHistory>();
    found.set(userId, own.set(history.channelId, history));
  }
  return found;
}
