/** Display names of people, channels, topics and conversations. */
import {
  type ChannelId,
  directPlace,
  type Narrow,
  type NarrowTerm,
  type Place,
  type Store,
  type UserId,
} from '@parley/client';
import { getListener } from 'solid-js';
import { listOf } from '../i18n/format.ts';
import { locale, t } from '../i18n/index.ts';
import { type Names, narrowHref, narrowOf, narrowOfPins } from '../router/router.ts';
import { useValue } from './reactive.ts';

export { isResolved, resolvedPrefix } from './topics/resolved-topics.ts';

let collator: Intl.Collator | undefined;

/** Compares names for sorting in the reader's language. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(locale());
  return collator.compare(one, other);
}

/** Returns the text for an unknown name; before the registration an ellipsis, because most names are still unknown. */
function placeholder(store: Store, text: string): string {
  if (store.isLoaded.get()) return text;
  // Reactive callers are updated when the registration arrives.
  if (getListener()) useValue(store.isLoaded)();
  return '…';
}

/** Returns a person's name, or a placeholder for people whom the user cannot see. */
export const userName = (store: Store, userId: UserId): string =>
  store.people.users.get(userId)?.full_name ?? placeholder(store, t('unknownUser'));

/** Returns a person's first name, and “You” for the reader. */
export const shortName = (store: Store, userId: UserId): string =>
  userId === store.people.selfId ? t('you') : (userName(store, userId).split(' ')[0] ?? '');

/** Returns a channel's name, or a placeholder for channels that the user cannot see. */
export const channelName = (store: Store, channelId: ChannelId): string =>
  store.channels.channels.get(channelId)?.name ?? placeholder(store, t('unknownChannel'));

/** Returns whether the person has no access to a channel. */
export const isClosedChannel = ({ channels, isLoaded }: Store, channelId: ChannelId | undefined): boolean =>
  channelId !== undefined && isLoaded.get() && !channels.channels.has(channelId);

/** Returns a topic's name. For the empty topic, it is the organization's display name of that topic. */
export const topicName = (store: Store, topic: string): string =>
  topic === ''
    ? (store.fields.get('realm_empty_topic_display_name') ?? placeholder(store, t('generalChat')))
    : topic;

export const directName = (store: Store, userIds: readonly UserId[]): string =>
  listOf(userIds.map((id) => (id === store.people.selfId ? t('yourself') : userName(store, id))));

export const placeName = (store: Store, place: Place): string =>
  place.kind === 'topic'
    ? `#${channelName(store, place.channelId)} › ${topicName(store, place.topic)}`
    : directName(store, place.userIds);

/** Returns the lookup of channel names, which makes addresses readable. */
export const namesOf = (store: Store): Names => ({
  channelName: (id) => store.channels.channels.get(id)?.name,
});

/** Returns the address of a topic or direct conversation, or of the message `near` in it. */
export const placeHref = (store: Store, place: Place, near?: number): string =>
  narrowHref(narrowOf(place), namesOf(store), near);

export const channelHref = (store: Store, channelId: ChannelId): string =>
  narrowHref([{ operator: 'channel', operand: channelId }], namesOf(store));

/** Returns the address of the messages that are pinned to a channel. */
export const pinsHref = (store: Store, channelId: ChannelId): string =>
  narrowHref(narrowOfPins(channelId), namesOf(store));

/** Returns a title for a view of messages. */
export function narrowTitle(store: Store, narrow: Narrow): string {
  if (narrow.length === 0) return t('combinedFeed');
  return narrow.map((term) => termTitle(store, term)).join(' · ');
}

const kindTitles: Readonly<Record<string, Parameters<typeof t>[0]>> = {
  mentioned: 'mentions',
  starred: 'starred',
  unread: 'unread',
  dm: 'directMessages',
  followed: 'followedTopics',
  resolved: 'resolvedTopics',
  alerted: 'alertWords',
  pinned: 'pinned',
};

/** Returns the names of the people of a direct conversation, of whom an address may also name the reader. */
const peopleTitle = (store: Store, operand: NarrowTerm['operand']): string =>
  Array.isArray(operand)
    ? directName(store, directPlace(operand, store.people.selfId).userIds)
    : String(operand);

function termTitle(store: Store, { operator, operand, negated }: NarrowTerm): string {
  const text = (() => {
    if (operator === 'channel')
      return typeof operand === 'number' ? `#${channelName(store, operand)}` : `#${operand}`;
    if (operator === 'topic') return topicName(store, String(operand));
    if (operator === 'dm') return peopleTitle(store, operand);
    if (operator === 'dm-including') return t('includes', { people: peopleTitle(store, operand) });
    if (operator === 'sender') {
      return t('from', { person: typeof operand === 'number' ? userName(store, operand) : t('yourself') });
    }
    if (operator === 'mentions') {
      return t('mentionsOf', {
        person: typeof operand === 'number' ? userName(store, operand) : t('yourself'),
      });
    }
    const kindTitle = operator === 'is' ? kindTitles[String(operand)] : undefined;
    if (kindTitle !== undefined) return t(kindTitle);
    if (operator === 'search') return `“${operand}”`;
    return `${operator}:${operand}`;
  })();
  return negated ? t('not', { what: text }) : text;
}
