/**
 * Who may do what with a channel (specification, "Channel", "Subscribe to channels", "Get all channels").
 * Facts in, decision out: no I/O, no errors. Every check of this service is made here.
 */
import {
  type ChannelFacts,
  type ChannelStanding,
  contentRights as contentSettings,
  mayReadContent,
  maySeeMetadata,
  maySend,
  metadataRights as metadataSettings,
  roles,
} from '@parley/rules';

export {
  type ChannelFacts,
  contentSettings,
  mayReadContent,
  maySeeMetadata,
  maySend,
  metadataSettings,
  roles,
};

/** Undefined is a spectator: a caller without credentials. */
export type Person = { userId: number; role: number } | undefined;

/** The person's relation to the channel. */
export type Standing = ChannelStanding;

/** Settings of the organization that name a group, as far as channels need them. */
export type OrganizationRight =
  | 'can_add_subscribers_group'
  | 'can_create_public_channel_group'
  | 'can_create_private_channel_group'
  | 'can_create_web_public_channel_group'
  | 'can_set_topics_policy_group'
  | 'can_set_delete_message_policy_group';
export type HoldsOrganizationRight = (right: OrganizationRight) => boolean;

/** Guests, the lowest role (specification, "Conventions" 7). */
export const isGuest = (person: NonNullable<Person>): boolean => person.role >= roles.guest;
/** Administrators and owners; spectators are nobody. */
export const isAdministrator = (person: Person): boolean =>
  person !== undefined && person.role <= roles.administrator;

/** Joining by oneself: what one may read, one may subscribe to. */
export function mayJoin(person: NonNullable<Person>, channel: ChannelFacts, standing: Standing): boolean {
  return !channel.isArchived && mayReadContent(person, channel, standing);
}

/** Rename, describe, change settings. */
export function mayAdminister(
  person: NonNullable<Person>,
  channel: ChannelFacts,
  standing: Standing,
): boolean {
  if (isGuest(person) || !maySeeMetadata(person, channel, standing)) return false;
  return isAdministrator(person) || standing.holds('can_administer_channel_group');
}

/** Subscribing others. */
export function mayAddSubscribers(
  person: NonNullable<Person>,
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

/** Unsubscribing others. Their own bots anybody may. */
export function mayRemoveSubscribers(
  person: NonNullable<Person>,
  channel: ChannelFacts,
  standing: Standing,
  target: { botOwnerId: number },
): boolean {
  if (target.botOwnerId === person.userId) return true;
  if (isGuest(person) || !maySeeMetadata(person, channel, standing)) return false;
  return mayAdminister(person, channel, standing) || standing.holds('can_remove_subscribers_group');
}

export type NewChannelFacts = {
  isPrivate: boolean;
  isWebPublic: boolean;
  isDefault: boolean;
  setsRetention: boolean;
  setsTopicsPolicy: boolean;
  setsDeletePolicy: boolean;
};

/** Creating a channel with these properties. `spectators`: server and organization allow web-public channels. */
export function mayCreate(
  person: NonNullable<Person>,
  channel: NewChannelFacts,
  organization: HoldsOrganizationRight,
  spectators: boolean,
): boolean {
  if (isGuest(person)) return false;
  if (channel.isWebPublic) {
    if (!spectators || !organization('can_create_web_public_channel_group')) return false;
  } else if (channel.isPrivate) {
    if (!organization('can_create_private_channel_group')) return false;
  } else if (!organization('can_create_public_channel_group')) return false;
  if (channel.isDefault && !isAdministrator(person)) return false;
  if (channel.setsRetention && person.role > roles.owner) return false;
  if (channel.setsTopicsPolicy && !organization('can_set_topics_policy_group')) return false;
  return !channel.setsDeletePolicy || organization('can_set_delete_message_policy_group');
}

/** The `include_*` and `exclude_*` parameters of "Get all channels". */
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

/** Whether the list of channels with this filter holds the channel for this person. */
export function isListed(
  person: NonNullable<Person>,
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
