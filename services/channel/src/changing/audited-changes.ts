/** Entries of the audit log about channels and subscriptions. */
import type { RecordedChange } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import type { ChannelChange, ChannelProperties } from '../domain/channel-change.ts';

type Channel = { channelId: ChannelId; name: string };
type Membership = { channelId: ChannelId; userId: UserId };

/** Columns without an entry of their own: two are derived from others, and `groupSettings` gets an entry per permission. */
const derived: ReadonlySet<string> = new Set(['nameKey', 'renderedDescription', 'groupSettings']);

/** Returns one entry for each changed property, with its values before and after. */
export function changesOfChannel(
  before: ChannelProperties & Channel,
  change: ChannelChange,
): RecordedChange[] {
  const { channelId, name } = before;
  const of = (setting: string, from: unknown, to: unknown): RecordedChange => ({
    action: 'channel.changed',
    details: { channelId, name, setting, from: from ?? null, to: to ?? null },
  });
  const plain = Object.entries(change)
    .filter(([setting]) => !derived.has(setting))
    .map(([setting, to]) => of(setting, before[setting as keyof ChannelProperties], to));
  const permissions = Object.entries(change.groupSettings ?? {}).flatMap(([setting, to]) => {
    const from = before.groupSettings[setting as keyof typeof before.groupSettings];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [of(setting, from, to)];
  });
  return [...plain, ...permissions];
}

export const createdChannels = (channels: readonly (Channel & { isPrivate: boolean })[]): RecordedChange[] =>
  channels.map(({ channelId, name, isPrivate }) => ({
    action: 'channel.created',
    details: { channelId, name, isPrivate },
  }));

/** Returns one entry for each subscription that began or ended. */
export function changedMemberships(
  action: 'channel.subscribed' | 'channel.unsubscribed',
  memberships: readonly Membership[],
  channels: readonly Channel[],
): RecordedChange[] {
  const names = new Map(channels.map(({ channelId, name }) => [channelId, name]));
  return memberships.map(({ channelId, userId }) => ({
    action,
    userId,
    details: { channelId, name: names.get(channelId) ?? null },
  }));
}
