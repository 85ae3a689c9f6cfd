/**
 * Who may do what in a channel (specification, "Channel", "Subscription"). Facts in, decision out: no I/O, no
 * errors, so that `channel` and `messaging` decide alike.
 */

import { roles } from './roles.ts';

/** Undefined is a spectator: a caller without credentials. */
export type ChannelPerson = { role: number } | undefined;

export type ChannelFacts = { isPrivate: boolean; isWebPublic: boolean; isArchived: boolean };

/** A channel's settings that name a group. */
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

/** The person's relation to the channel. */
export type ChannelStanding = {
  isSubscribed: boolean;
  /** Whether the person is in the group of the channel's setting. */
  holds(right: ChannelRight): boolean;
};

/** Whether the person is in the group of the organization's setting. */
export type HoldsInOrganization<Right extends string> = (right: Right) => boolean;

/** Settings whose holders may see that a private channel exists, besides subscribers and administrators. */
export const metadataRights = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelRight[];

/** Settings whose holders may read a private channel without being subscribed. */
export const contentRights = [
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelRight[];

const isGuest = (person: NonNullable<ChannelPerson>): boolean => person.role >= roles.guest;

/** That the channel exists, its name, settings and subscribers. Guests: only what they are subscribed to. */
export function maySeeMetadata(
  person: ChannelPerson,
  channel: ChannelFacts,
  standing: ChannelStanding,
): boolean {
  if (channel.isWebPublic) return true;
  if (!person) return false;
  if (standing.isSubscribed) return true;
  if (isGuest(person)) return false;
  if (!channel.isPrivate || person.role <= roles.administrator) return true;
  return metadataRights.some((right) => standing.holds(right));
}

/** Its messages. Administrators have no more access to content than others. */
export function mayReadContent(
  person: ChannelPerson,
  channel: ChannelFacts,
  standing: ChannelStanding,
): boolean {
  if (channel.isWebPublic) return true;
  if (!person) return false;
  if (standing.isSubscribed) return true;
  if (isGuest(person)) return false;
  return !channel.isPrivate || contentRights.some((right) => standing.holds(right));
}

/** Writing to it: what one may read, unless the channel keeps it to others. Guests must be subscribed. */
export function maySend(
  person: NonNullable<ChannelPerson>,
  channel: ChannelFacts,
  standing: ChannelStanding,
): boolean {
  if (channel.isArchived || !mayReadContent(person, channel, standing)) return false;
  return (standing.isSubscribed || !isGuest(person)) && standing.holds('can_send_message_group');
}

/** Granted for all channels by the organization, or for this one by the channel; never without its content. */
const granted =
  <Right extends string>(inChannel: ChannelRight, inOrganization: Right) =>
  (
    person: NonNullable<ChannelPerson>,
    channel: ChannelFacts,
    standing: ChannelStanding,
    organization: HoldsInOrganization<Right>,
  ): boolean =>
    !channel.isArchived &&
    mayReadContent(person, channel, standing) &&
    (organization(inOrganization) || standing.holds(inChannel));

/** Moving messages to other topics of the channel. */
export const mayMoveWithin = granted(
  'can_move_messages_within_channel_group',
  'can_move_messages_between_topics_group',
);

/** Moving messages out of the channel. Into another one moves who may also send there. */
export const mayMoveOut = granted(
  'can_move_messages_out_of_channel_group',
  'can_move_messages_between_channels_group',
);

/** Marking topics as resolved, or not. */
export const mayResolveTopics = granted('can_resolve_topics_group', 'can_resolve_topics_group');

/** Deleting anybody's messages. */
export const mayDeleteAny = granted('can_delete_any_message_group', 'can_delete_any_message_group');

const mayDeleteOwnByRight = granted('can_delete_own_message_group', 'can_delete_own_message_group');

/** Deleting one's own messages, within the organization's time limit; who may delete any has none. */
export const mayDeleteOwn = (
  person: NonNullable<ChannelPerson>,
  channel: ChannelFacts,
  standing: ChannelStanding,
  organization: HoldsInOrganization<'can_delete_own_message_group' | 'can_delete_any_message_group'>,
): boolean =>
  mayDeleteOwnByRight(person, channel, standing, organization) ||
  mayDeleteAny(person, channel, standing, organization);
