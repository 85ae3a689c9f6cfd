import type { Channel } from '@parley/client';

export type Kind = 'any' | 'public' | 'private' | 'web';
export type Order = 'name' | 'subscribers' | 'traffic' | 'age';
export type List = 'all' | 'subscribed' | 'available' | 'archived';

/** Returns the list that a path segment names. Other clients write `notsubscribed` for the available channels. */
export function listOfAddress(part: string | undefined): List {
  if (part === 'subscribed' || part === 'archived' || part === 'available') return part;
  return part === 'notsubscribed' ? 'available' : 'all';
}

/** Returns whether the filter `kind` of the list shows a channel. */
export function isOfKind(channel: Channel, kind: Kind): boolean {
  if (kind === 'any') return true;
  if (kind === 'web') return channel.is_web_public;
  return kind === 'private' ? channel.invite_only : !channel.invite_only && !channel.is_web_public;
}

export function isInList(channel: Channel, list: List, isSubscribed: boolean): boolean {
  if (list === 'archived') return channel.is_archived;
  if (channel.is_archived) return false;
  return list === 'all' || isSubscribed === (list === 'subscribed');
}

/** Compares channels: highest numbers and dates first, equal ones by name. */
export function compareChannels(
  order: Order,
  compareNames: (one: string, other: string) => number,
): (one: Channel, other: Channel) => number {
  const weight = (channel: Channel): number => {
    if (order === 'subscribers') return channel.subscriber_count;
    if (order === 'traffic') return channel.stream_weekly_traffic ?? -1;
    return order === 'age' ? channel.date_created : 0;
  };
  return (one, other) => weight(other) - weight(one) || compareNames(one.name, other.name);
}
