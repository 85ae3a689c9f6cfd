/**
 * Rules for permissions in a channel (docs/api/channels.md#permissions). They do no I/O and throw no errors. The services
 * `channel` and `messaging` share them, so that both decide in the same way. The web client uses them, too, so this file imports
 * nothing that needs Node.js.
 */
import { type Visitor, visitor } from '@parley/core/visitor';
import { roles } from '../groups/roles.ts';

export type ChannelPerson = { role: number };

/** A user, or a visitor, who has no account. */
export type ChannelReader = ChannelPerson | Visitor;

export type ChannelFacts = { isPrivate: boolean; isWebPublic: boolean; isArchived: boolean };

/** The names of a channel's permission settings. */
export const channelRights = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_send_message_group',
  'can_subscribe_group',
] as const;
export type ChannelRight = (typeof channelRights)[number];

export type ChannelStanding = {
  isSubscribed: boolean;
  /** Returns whether the person has a permission in the channel. */
  holds(right: ChannelRight): boolean;
};

export type HoldsInOrganization<Right extends string> = (right: Right) => boolean;

/** Permissions whose holders may see a private channel. Subscribers and administrators may see it as well. */
export const metadataRights = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelRight[];

/** Permissions whose holders may read a private channel without a subscription. */
export const contentRights = [
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelRight[];

const isGuest = (person: ChannelPerson): boolean => person.role >= roles.guest;

/** If the organization admits visitors (`enable_spectator_access`), who see nothing of other channels. */
export const isOpenToVisitors = (channel: Pick<ChannelFacts, 'isWebPublic' | 'isArchived'>): boolean =>
  channel.isWebPublic && !channel.isArchived;

/** Guests see only web-public channels, and channels to which they are subscribed. */
export function maySeeMetadata(
  person: ChannelReader,
  channel: ChannelFacts,
  standing: ChannelStanding,
): boolean {
  if (person === visitor) return isOpenToVisitors(channel);
  if (channel.isWebPublic) return true;
  if (standing.isSubscribed) return true;
  if (isGuest(person)) return false;
  if (!channel.isPrivate || person.role <= roles.administrator) return true;
  return metadataRights.some((right) => standing.holds(right));
}

/** Returns whether a person may read the channel's messages. For administrators the same rules apply. */
export function mayReadContent(
  person: ChannelReader,
  channel: ChannelFacts,
  standing: ChannelStanding,
): boolean {
  if (person === visitor) return isOpenToVisitors(channel);
  if (channel.isWebPublic) return true;
  if (standing.isSubscribed) return true;
  if (isGuest(person)) return false;
  return !channel.isPrivate || contentRights.some((right) => standing.holds(right));
}

/**
 * Returns whether a person may post in the channel. This requires that the channel is not archived, and that the person may read it
 * and has its permission to send. Guests must also be subscribed.
 */
export function maySend(person: ChannelPerson, channel: ChannelFacts, standing: ChannelStanding): boolean {
  if (channel.isArchived || !mayReadContent(person, channel, standing)) return false;
  return (standing.isSubscribed || !isGuest(person)) && standing.holds('can_send_message_group');
}

/** That the organization or the channel may grant, in a readable channel that is not archived. */
const granted =
  <Right extends string>(inChannel: ChannelRight, inOrganization: Right) =>
  (
    person: ChannelPerson,
    channel: ChannelFacts,
    standing: ChannelStanding,
    organization: HoldsInOrganization<Right>,
  ): boolean =>
    !channel.isArchived &&
    mayReadContent(person, channel, standing) &&
    (organization(inOrganization) || standing.holds(inChannel));

export const mayMoveWithin = granted(
  'can_move_messages_within_channel_group',
  'can_move_messages_between_topics_group',
);

/** Posting in the other channel requires a separate permission. */
export const mayMoveOut = granted(
  'can_move_messages_out_of_channel_group',
  'can_move_messages_between_channels_group',
);

export const mayResolveTopics = granted('can_resolve_topics_group', 'can_resolve_topics_group');

export const mayDeleteAny = granted('can_delete_any_message_group', 'can_delete_any_message_group');

const mayDeleteOwnByRight = granted('can_delete_own_message_group', 'can_delete_own_message_group');

/** Without the organization's time limit, which does not apply to people who may delete any message. */
export const mayDeleteOwn = (
  person: ChannelPerson,
  channel: ChannelFacts,
  standing: ChannelStanding,
  organization: HoldsInOrganization<'can_delete_own_message_group' | 'can_delete_any_message_group'>,
): boolean =>
  mayDeleteOwnByRight(person, channel, standing, organization) ||
  mayDeleteAny(person, channel, standing, organization);
