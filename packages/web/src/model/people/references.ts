/** Writes references to people, groups, channels and topics of the store as Markdown. */
import type { ChannelId, Store, User, UserId } from '@parley/client';
import { channelLink, personMention, placeLink, shortPersonMention } from '@parley/markdown/reference-text';

/** Returns the people whose name, without an ID, mentions them: active ones with exactly this name. */
export const peopleNamed = ({ people }: Store, name: string) =>
  [...people.users.values()].filter((user) => user.is_active && user.full_name === name);

/**
 * Returns what tells a person from others of the same name in a list to choose from: the address. Undefined for a person whose name
 * nobody else has.
 */
export function distinctionOf(store: Store, { full_name: name, delivery_email: address, email }: User) {
  return peopleNamed(store, name).length > 1 ? (address ?? email) : undefined;
}

/** Returns a mention of a person, with the ID if the name alone would mention nobody. */
export function mentionOf(store: Store, userId: UserId, isSilent = false): string {
  const fullName = store.people.users.get(userId)?.full_name ?? '';
  const named = peopleNamed(store, fullName);
  const isUnique = named.length === 1 && named[0]?.user_id === userId;
  return shortPersonMention({ userId, fullName }, isUnique, isSilent);
}

/** Returns a silent mention with the ID, which stays right when the person or others are renamed. */
export const lastingMentionOf = (store: Store, userId: UserId): string =>
  personMention({ userId, fullName: store.people.users.get(userId)?.full_name ?? '' }, true);

export function linkTo(store: Store, channelId: ChannelId, topic?: string): string {
  const channel = { channelId, channelName: store.channels.channels.get(channelId)?.name ?? '' };
  return topic === undefined ? channelLink(channel) : placeLink({ ...channel, topic });
}
