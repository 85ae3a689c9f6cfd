/**
 * What a person may hear at a place in the log: their channels and their role. Values never change; a change
 * makes a new value, so that all queues of a person share one.
 *
 * An event that itself changes somebody's rights is judged by what they hold both before and after it: who
 * joins or leaves a channel hears of it personally, not as one of the channel.
 */
import { includes, type RightsChange } from './outline.ts';

export type Rights = {
  /** Channels subscribed to, ascending. */
  readonly channels: Int32Array;
  /** 100 owner … 600 guest; 0 for a spectator. */
  readonly role: number;
};

/** Rights of a person; channel IDs in any order. */
export function rightsOf(channelIds: Iterable<number>, role: number): Rights {
  return { channels: new Int32Array(new Set(channelIds)).sort(), role };
}

/** Whether somebody is in a channel. */
export const hears = (rights: Rights, channelId: number): boolean => includes(rights.channels, channelId);

/** Whether the change names the person. */
export const concerns = (change: RightsChange, userId: number): boolean => includes(change.userIds, userId);

/** Rights after a change that concerns the person. */
export function after(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'user') {
    return change.role === rights.role ? rights : { channels: rights.channels, role: change.role };
  }
  return change.kind === 'joined'
    ? withChannels(rights, change.channelIds)
    : without(rights, change.channelIds);
}

/** Rights before a change that concerns the person, told from those after it. */
export function before(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'user') {
    return change.previousRole === 0 ? rights : { channels: rights.channels, role: change.previousRole };
  }
  return change.kind === 'joined'
    ? without(rights, change.channelIds)
    : withChannels(rights, change.channelIds);
}

/** Rights by which the changing event itself is judged. */
export function during(rights: Rights, change: RightsChange): Rights {
  if (change.kind === 'joined') return rights;
  if (change.kind === 'left') return after(rights, change);
  return change.role > rights.role ? after(rights, change) : rights;
}

function withChannels(rights: Rights, added: readonly number[]): Rights {
  if (added.every((id) => hears(rights, id))) return rights;
  return rightsOf([...rights.channels, ...added], rights.role);
}

function without(rights: Rights, removed: readonly number[]): Rights {
  if (!removed.some((id) => hears(rights, id))) return rights;
  const gone = new Set(removed);
  return { channels: rights.channels.filter((id) => !gone.has(id)), role: rights.role };
}
