/** docs/api/channels.md#permissions. Further checks are in `@parley/rules` and `channel-change.ts`. */
import {
  type ChannelFacts,
  type ChannelStanding,
  contentRights as contentSettings,
  mayReadContent,
  maySeeMetadata,
  maySend,
  metadataRights as metadataSettings,
  roles,
  type UserId,
} from '@parley/rules';
import type { OrganizationPermission } from '@parley/settings';

export {
  type ChannelFacts,
  contentSettings,
  mayReadContent,
  maySeeMetadata,
  maySend,
  metadataSettings,
  roles,
};

export type Person = { userId: UserId; role: number };

/** The relation of a person to a channel: whether the person is subscribed, and which permissions the person has. */
export type Standing = ChannelStanding;

/** Permissions of the organization on which decisions about channels depend. */
export type OrganizationRight = Extract<
  OrganizationPermission,
  | 'can_add_subscribers_group'
  | 'can_create_public_channel_group'
  | 'can_create_private_channel_group'
  | 'can_create_web_public_channel_group'
  | 'can_set_topics_policy_group'
  | 'can_set_delete_message_policy_group'
>;
export type HoldsOrganizationRight = (right: OrganizationRight) => boolean;

export const isGuest = (person: Person): boolean => person.role >= roles.guest;
export const isAdministrator = (person: Person): boolean => person.role <= roles.administrator;

/** Every channel that they may read, unless it is archived. */
export function mayJoin(person: Person, channel: ChannelFacts, standing: Standing): boolean {
  return !channel.isArchived && mayReadContent(person, channel, standing);
}

/** Returns whether a person may administer the channel: rename it, describe it and change its settings. */
export function mayAdminister(person: Person, channel: ChannelFacts, standing: Standing): boolean {
  if (isGuest(person) || !maySeeMetadata(person, channel, standing)) return false;
  return isAdministrator(person) || standing.holds('can_administer_channel_group');
}

export function mayAddSubscribers(
  person: Person,
  channel: ChannelFacts,
  standing: Standing,
  organization: HoldsOrganizationRight,
): boolean {
  if (channel.isArchived || isGuest(person)) return false;
  if (standing.holds('can_add_subscribers_group')) return true;
  return (
    mayReadContent(person, channel, standing) &&
    (organization('can_add_subscribers_group') || mayAdminister(person, channel, standing))
  );
}

/** Returns whether a person may unsubscribe another person. Everyone may unsubscribe their own bots. */
export function mayRemoveSubscribers(
  person: Person,
  channel: ChannelFacts,
  standing: Standing,
  target: { botOwnerId: UserId },
): boolean {
  if (target.botOwnerId === person.userId) return true;
  if (isGuest(person) || !maySeeMetadata(person, channel, standing)) return false;
  return mayAdminister(person, channel, standing) || standing.holds('can_remove_subscribers_group');
}

export type NewChannelFacts = {
  isPrivate: boolean;
  isWebPublic: boolean;
  isDefault: boolean;
  pushesByDefault: boolean;
  setsRetention: boolean;
  setsTopicsPolicy: boolean;
  setsDeletePolicy: boolean;
};

/** @param allowsWebPublic whether the deployment and the organization allow web-public channels */
export function mayCreate(
  person: Person,
  channel: NewChannelFacts,
  organization: HoldsOrganizationRight,
  allowsWebPublic: boolean,
): boolean {
  if (isGuest(person)) return false;
  if (channel.isWebPublic) {
    if (!allowsWebPublic || !organization('can_create_web_public_channel_group')) return false;
  } else if (channel.isPrivate) {
    if (!organization('can_create_private_channel_group')) return false;
  } else if (!organization('can_create_public_channel_group')) return false;
  if ((channel.isDefault || channel.pushesByDefault) && !isAdministrator(person)) return false;
  if (channel.setsRetention && person.role > roles.owner) return false;
  if (channel.setsTopicsPolicy && !organization('can_set_topics_policy_group')) return false;
  return !channel.setsDeletePolicy || organization('can_set_delete_message_policy_group');
}

/** The `include_*` and `exclude_*` parameters of `GET /streams`. */
export type ChannelFilter = {
  includePublic: boolean;
  includeWebPublic: boolean;
  includeSubscribed: boolean;
  excludeArchived: boolean;
  includeAll: boolean;
  includeDefault: boolean;
  includeOwnerSubscribed: boolean;
  includeCanAccessContent: boolean;
};

export function isListed(
  person: Person,
  channel: ChannelFacts & { isDefault: boolean },
  standing: Standing & { isOwnerSubscribed: boolean },
  filter: ChannelFilter,
): boolean {
  if (filter.excludeArchived && channel.isArchived) return false;
  if (filter.includeOwnerSubscribed && standing.isOwnerSubscribed) return true;
  if (!maySeeMetadata(person, channel, standing)) return false;
  return (
    filter.includeAll ||
    (filter.includeSubscribed && standing.isSubscribed) ||
    (filter.includePublic && !channel.isPrivate && !isGuest(person)) ||
    (filter.includeWebPublic && channel.isWebPublic) ||
    (filter.includeDefault && channel.isDefault) ||
    (filter.includeCanAccessContent && mayReadContent(person, channel, standing))
  );
}
