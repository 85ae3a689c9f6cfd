import type { Scope } from '@parley/facts';
import { isOpenToVisitors, type MessageId, roles, type UserId } from '@parley/rules';
import { periodsInclude } from '../domain/reading/visibility.ts';
import type { MoveReaders } from './move-readers.ts';
import type { MovePlan } from './plan-move.ts';

/**
 * Who of the readers of a moved message may also read it in its former channel. Only they receive the name and the topic of the
 * former place. It never includes a person who may not; it may leave out people who may, in very large private channels.
 */
export type OriginAccess = {
  /** Whether every reader of the new channel may. */
  includesAll: boolean;
  /** Whether every subscriber of the former channel may. It is false if that channel has protected history. */
  includesSubscribers: boolean;
  /** Returns whether a person may read all of these messages in the former channel. */
  includes(userId: UserId, messageIds: readonly MessageId[]): boolean;
  /** Subscribers of the former channel who may read the new one, and whom no rule about roles selects. */
  listed: readonly number[];
};

const everyone: OriginAccess = {
  includesAll: true,
  includesSubscribers: true,
  includes: () => true,
  listed: [],
};

/** @param userIds further people about whom `includes` is asked */
export async function loadOriginAccess(
  { from, to, changesChannel }: MovePlan,
  readers: MoveReaders,
  userIds: readonly UserId[],
  scope: Scope,
): Promise<OriginAccess> {
  // Within a channel, each reader receives only messages that they may read there.
  if (!changesChannel || isOpenToVisitors(from.channel)) return everyone;
  const subscribers = new Map(
    (readers.fromSubscribers ?? []).map(({ userId, periods }) => [userId, periods]),
  );
  const people = await scope.users.many(new Set([...userIds, ...subscribers.keys()]));
  const isGuest = (userId: UserId) => (people.get(userId)?.role ?? roles.guest) >= roles.guest;
  const isProtected = readers.from !== undefined;
  const isPrivate = from.channel.inviteOnly;
  const inTarget = new Set((readers.toSubscribers ?? []).map(({ userId }) => userId));
  const readsTarget = (userId: UserId) =>
    inTarget.has(userId) || to.channel.isWebPublic || (!to.channel.inviteOnly && !isGuest(userId));
  return {
    includesAll: false,
    includesSubscribers: !isProtected,
    includes(userId, messageIds) {
      if (!isPrivate && !isGuest(userId)) return true;
      const periods = subscribers.get(userId);
      if (!periods) return false;
      return !isProtected || messageIds.every((id) => periodsInclude(periods, id));
    },
    listed: [...subscribers.keys()].filter((userId) => (isPrivate || isGuest(userId)) && readsTarget(userId)),
  };
}
