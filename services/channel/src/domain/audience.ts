/** Converts the rules of `permissions.ts` about who sees a channel to audiences of events. */
import { Audience } from '@parley/proto/events/v1/event';
import type { ChannelId, UserId } from '@parley/rules';
import { roles } from './permissions.ts';

export type AudienceFacts = { channelId: ChannelId; isPrivate: boolean; isWebPublic: boolean };

/** People other than guests: everyone whose role number is at most `maxRole`, and the listed people. */
export type Holders = { maxRole: number; userIds: readonly UserId[] };
export const noHolders: Holders = { maxRole: 0, userIds: [] };

/** Everyone whose role number is at most `maxRole`, and the listed people. */
export function viewersWithoutSubscription(channel: AudienceFacts, holders: Holders): Holders {
  if (channel.isWebPublic) return { maxRole: roles.guest, userIds: [] };
  if (!channel.isPrivate) return { maxRole: roles.member, userIds: [] };
  return { maxRole: Math.max(roles.administrator, holders.maxRole), userIds: holders.userIds };
}

/** Returns the IDs of those people who see the channel only because they are subscribed to it. */
export function viewersBySubscriptionOnly(
  people: readonly { userId: UserId; role: number }[],
  channel: AudienceFacts,
  holders: Holders,
): UserId[] {
  const others = viewersWithoutSubscription(channel, holders);
  const named = new Set(others.userIds);
  return people
    .filter(({ userId, role }) => role > others.maxRole && !named.has(userId))
    .map(({ userId }) => userId);
}

/** Its subscribers, and people who see it without a subscription. */
export function viewerAudience(channel: AudienceFacts, holders: Holders): Audience {
  const { maxRole, userIds } = viewersWithoutSubscription(channel, holders);
  return Audience.create({
    maxRole,
    channelId: channel.isWebPublic ? 0 : channel.channelId,
    userIds: [...userIds],
  });
}
