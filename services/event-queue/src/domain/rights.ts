/**
 * The rights that decide what a person receives at a position of the log: subscribed channels and role. Values are
 * immutable, so all queues of a person share one.
 *
 * For an event that changes a person's rights, both the rights before and after it count: a person who is subscribed or
 * unsubscribed receives it personally, not as a subscriber.
 */
import { includes, type RightsChange } from './outline.ts';

export type Rights = {
  /** IDs of the subscribed channels, in ascending order. */
  readonly channels: Int32Array;
  /** Role number: 100 owner … 600 guest; 0 for a spectator. */
  readonly role: number;
};

/** Returns the rights of a person. Channel IDs may be in any order. */
export function rightsOf(channelIds: Iterable<number>, role: number): Rights {
  return { channels: new Int32Array(new Set(channelIds)).sort(), role };
}

/** Returns whether the rights include a subscription to the channel. */
export const isSubscribed = (rights: Rights, channelId: number): boolean =>
  includes(rights.channels, channelId);

/** Returns whether the change is about the person. */
export const namesUser = (change: RightsChange, userId: number): boolean => includes(change.userIds, userId);

/** Returns the rights after a change. The change must be about the person. */
export function after(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'user') {
    return change.role === rights.role ? rights : { channels: rights.channels, role: change.role };
  }
  return change.kind === 'joined'
    ? withChannels(rights, change.channelIds)
    : without(rights, change.channelIds);
}

/** Returns the rights before a change, from those after it. The change must be about the person. */
export function before(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'user') {
    return change.previousRole === 0 ? rights : { channels: rights.channels, role: change.previousRole };
  }
  return change.kind === 'joined'
    ? without(rights, change.channelIds)
    : withChannels(rights, change.channelIds);
}

/** Returns the rights that decide whether the person receives the event of the change itself. */
export function during(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'joined') return rights;
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
