import { bestEffort, itemAt } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type { Ctx } from '../context.ts';
import type { SendTarget } from './send-target.ts';

/** IDs of the people who muted a person, by the ID of the muted person. */
type MutingUsers = ReadonlyMap<number, readonly number[]>;

/** Index for each map of muted people. The cache of facts never changes a map but replaces it, so each index is built once. */
const indexes = new WeakMap<ReadonlyMap<number, readonly number[]>, MutingUsers>();

/** Time limit of the lookup in milliseconds. After it, the message is sent as if no one had muted the sender. */
const timeoutMs = 2_000;

export async function findMutingRecipients(
  { logger }: Ctx,
  { sender, target }: { sender: User; target: SendTarget },
  scope: Scope,
): Promise<number[]> {
  const limited = scope.within(timeoutMs);
  const found = await bestEffort(logger, 'people who muted the sender could not be looked up', async () => {
    const mutingUserIds = indexOf(await limited.mutedUsers()).get(sender.userId) ?? [];
    if (target.kind === 'direct') {
      return mutingUserIds.filter((id) => target.members.some(({ userId }) => userId === id));
    }
    const { channelId } = target.channel;
    const histories = await Promise.all(mutingUserIds.map((id) => limited.subscriptions(id)));
    return mutingUserIds.filter((_, index) => itemAt(histories, index).get(channelId)?.isSubscribed);
  });
  return found ?? [];
}

function indexOf(mutedUsers: ReadonlyMap<number, readonly number[]>): MutingUsers {
  let index = indexes.get(mutedUsers);
  if (!index) {
    const mutingUsers = new Map<number, number[]>();
    for (const [userId, mutedUserIds] of mutedUsers) {
      for (const mutedUserId of mutedUserIds) {
        const known = mutingUsers.get(mutedUserId);
        if (known) known.push(userId);
        else mutingUsers.set(mutedUserId, [userId]);
      }
    }
    index = mutingUsers;
    indexes.set(mutedUsers, index);
  }
  return index;
}
