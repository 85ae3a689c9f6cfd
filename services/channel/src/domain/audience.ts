/** Who hears of a channel, as the rules of `permissions.ts` say it, in the form of the log. */
import { Audience } from '@parley/proto/events/v1/event';
import { roles } from './permissions.ts';

export type AudienceFacts = { channelId: number; isPrivate: boolean; isWebPublic: boolean };

/**
 * Holders of the settings that let people know of a private channel, guests left out: everyone up to a role
 * number, and single people.
 */
export type Holders = { maxRole: number; userIds: readonly number[] };
export const noHolders: Holders = { maxRole: 0, userIds: [] };

/** Everyone who knows of the channel without being subscribed: up to this role, and these people. */
export function knowers(channel: AudienceFacts, holders: Holders): Holders {
  if (channel.isWebPublic) return { maxRole: roles.guest, userIds: [] };
  if (!channel.isPrivate) return { maxRole: roles.member, userIds: [] };
  return { maxRole: Math.max(roles.administrator, holders.maxRole), userIds: holders.userIds };
}

/** The people among these who know of the channel only by being subscribed. */
export function knowingBySubscriptionOnly(
  people: readonly { userId: number; role: number }[],
  channel: AudienceFacts,
  holders: Holders,
): number[] {
  const others = knowers(channel, holders);
  const named = new Set(others.userIds);
  return people
    .filter(({ userId, role }) => role > others.maxRole && !named.has(userId))
    .map(({ userId }) => userId);
}

/** Everyone who may know of the channel: subscribers (guests among them) and those who know anyway. */
export function whoMayKnow(
  channel: AudienceFacts,
  holders: Holders,
  options: { alsoUserIds?: readonly number[]; spectators?: boolean } = {},
): Audience {
  const { maxRole, userIds } = knowers(channel, holders);
  return Audience.create({
    maxRole,
    channelId: channel.isWebPublic ? 0 : channel.channelId,
    userIds: [...new Set([...userIds, ...(options.alsoUserIds ?? [])])],
    channelWebPublic: channel.isWebPublic && (options.spectators ?? false),
  });
}
