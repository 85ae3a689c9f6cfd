/**
 * The rights that decide which events a user receives at a position of the log: the subscribed channels and the role. Values
 * are immutable, so all queues of a user can share one.
 *
 * For an event that changes a user's rights, the user must have the right to receive it both before and after the change. A
 * user who is subscribed or unsubscribed therefore does not receive it as a subscriber. The event names that user instead.
 */
import type { ChannelId, UserId } from '@parley/rules';
import { includes, type RightsChange } from './outline.ts';

export type Rights = {
  /** IDs of the subscribed channels in ascending order. */
  readonly channels: Int32Array;
  /** Role number, from 100 (owner) to 600 (guest). */
  readonly role: number;
};

export function rightsOf(channelIds: Iterable<number>, role: number): Rights {
  return { channels: new Int32Array(new Set(channelIds)).sort(), role };
}

export const isSubscribed = (rights: Rights, channelId: ChannelId): boolean =>
  includes(rights.channels, channelId);

export const namesUser = (change: RightsChange, userId: UserId): boolean => includes(change.userIds, userId);

/** Returns whether a change ends the event queues of its user: a deactivation, and the end of all access. */
export const endsQueues = (change: RightsChange): boolean =>
  change.kind === 'accessEnded' || (change.kind === 'user' && !change.isActive);

/** Returns the rights after a change. The change must concern the user. */
export function after(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'accessEnded') return rights;
  if (change.kind === 'user') {
    return change.role === rights.role ? rights : { channels: rights.channels, role: change.role };
  }
  return change.kind === 'joined'
    ? withChannels(rights, change.channelIds)
    : without(rights, change.channelIds);
}

/** Returns the rights before a change, from those after it. The change must concern the user. */
export function before(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'accessEnded') return rights;
  if (change.kind === 'user') {
    return change.previousRole === 0 ? rights : { channels: rights.channels, role: change.previousRole };
  }
  return change.kind === 'joined'
    ? without(rights, change.channelIds)
    : withChannels(rights, change.channelIds);
}

/** Returns the rights that apply to the event of the change itself: the weaker ones of those before and after it. */
export function during(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'joined' || change.kind === 'accessEnded') return rights;
  if (change.kind === 'left') return after(rights, change);
  return change.role > rights.role ? after(rights, change) : rights;
}

function withChannels(rights: Rights, added: readonly number[]): Rights {
  if (added.every((id) => isSubscribed(rights, id))) return rights;
  return rightsOf([...rights.channels, ...added], rights.role);
}

function without(rights: Rights, removed: readonly number[]): Rights {
  if (!removed.some((id) => isSubscribed(rights, id))) return rights;
  const gone = new Set(removed);
  return { channels: rights.channels.filter((id) => !gone.has(id)), role: rights.role };
}
