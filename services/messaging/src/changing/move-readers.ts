import type { Channel, Scope } from '@parley/facts';
import type { MessageId, UserId } from '@parley/rules';
import {
  type ChannelReader,
  findChannelReaders,
  findSubscribers,
  hasProtectedHistory,
} from '../audience/channel-audience.ts';
import type { Ctx } from '../context.ts';
import { periodsInclude } from '../domain/reading/visibility.ts';
import type { MovePlan } from './plan-move.ts';

/** Looked up before the move. Undefined without protected history, subscribers only for very large channels. */
export type MoveReaders = {
  from: ChannelReader[] | undefined;
  to: ChannelReader[] | undefined;
  fromSubscribers: readonly ChannelReader[] | undefined;
  toSubscribers: readonly ChannelReader[] | undefined;
};

export async function findMoveReaders(ctx: Ctx, { from, to }: MovePlan, scope: Scope): Promise<MoveReaders> {
  const readersOf = async (channel: Channel) => {
    const { channelId } = channel;
    const readers = hasProtectedHistory(channel)
      ? await findChannelReaders(ctx, channelId, scope)
      : undefined;
    return { readers, subscribers: readers ?? (await findSubscribers(ctx, channelId, scope)) };
  };
  const former = await readersOf(from.channel);
  const next = to.channelId === from.channel.channelId ? former : await readersOf(to.channel);
  return {
    from: former.readers,
    to: next.readers,
    fromSubscribers: former.subscribers,
    toSubscribers: next.subscribers,
  };
}

export function groupByVisibility(
  readers: readonly ChannelReader[],
  messageIds: readonly MessageId[],
): { userIds: UserId[]; ids: MessageId[] }[] {
  const groups = new Map<string, { userIds: UserId[]; ids: MessageId[] }>();
  for (const { userId, periods } of readers) {
    const ids = messageIds.filter((id) => periodsInclude(periods, id));
    if (ids.length === 0) continue;
    const key = ids.join(',');
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { userIds: [userId], ids });
  }
  return [...groups.values()];
}
