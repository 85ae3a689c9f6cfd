/** Entries of the audit log about channels and subscriptions. */
import { keysOf } from '@parley/core';
import type { RecordedChange } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import type { ChannelChange, ChannelProperties } from '../domain/channel-change.ts';
import type { ChannelSettingValues } from '../domain/group-settings.ts';

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
  const plain = keysOf(change)
    .filter((setting) => !derived.has(setting))
    .map((setting) => of(setting, before[setting], change[setting]));
  const given: Partial<ChannelSettingValues> = change.groupSettings ?? {};
  const permissions = keysOf(given).flatMap((setting) => {
    const [from, to] = [before.groupSettings[setting], given[setting]];
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
