/**
 * Decides what an address shows that refers to a message. Such an address also names a conversation, but the message may have been
 * moved since, and topics and channels get new names. The message's ID stays true, so it decides.
 */
import { type ChannelLookup, type Place, parseNarrowFragment, placeKey, type Store } from '@parley/client';
import { channelNameKey } from '@parley/rules/channel-names';
import { channelOfNarrow, narrowHref, placeOfNarrow, type Route } from '../../router/router.ts';
import { namesOf, placeHref } from '../names.ts';

export type MessagesRoute = Extract<Route, { view: 'messages' }>;

/** Operators of addresses that name a place. With other operators, an address selects messages wherever they are. */
const placeOperators: ReadonlySet<string> = new Set(['channel', 'topic', 'dm', 'with']);

/** Undefined for searches and the like, in which the message is only where the list starts. */
export function messageOfRoute({ narrow, near }: MessagesRoute): number | undefined {
  const namesPlace = narrow.every(({ operator, negated }) => placeOperators.has(operator) && !negated);
  return namesPlace ? near : undefined;
}

/** Returns the address that replaces a route whose message is in another place; undefined if the route is right. */
export function hrefAtMessage(
  store: Store,
  { narrow, near }: MessagesRoute,
  place: Place,
): string | undefined {
  const shown = placeOfNarrow(narrow, store.people.selfId);
  if (shown && placeKey(shown) === placeKey(place)) return undefined;
  const isChannel =
    narrow.length === 1 && place.kind === 'topic' && channelOfNarrow(narrow) === place.channelId;
  return isChannel ? undefined : placeHref(store, place, near);
}

/** The names in old addresses, in which blanks are hyphens. */
const slugKey = (name: string): string => channelNameKey(name).replaceAll(' ', '-');

/** Returns the lookup of channels for addresses that name them. An ID counts only if the channel is known. */
function channelLookup({ channels: { channels } }: Store): ChannelLookup {
  return (text) => {
    const id = Number(/^(\d{1,16})(?:-|$)/.exec(text)?.[1] ?? 0);
    if (channels.has(id)) return id;
    const all = [...channels.values()];
    const found =
      all.find(({ name }) => name === text) ??
      all.find(({ name }) => channelNameKey(name) === channelNameKey(text)) ??
      all.find(({ name }) => slugKey(name) === slugKey(text));
    return found?.stream_id;
  };
}

/** Returns the address that replaces one which names its channel without its ID; undefined for other addresses. */
export function hrefWithIds(store: Store, hash: string, route: MessagesRoute): string | undefined {
  const channelId = channelOfNarrow(route.narrow);
  if (channelId !== undefined && store.channels.channels.has(channelId)) return undefined;
  const address = parseNarrowFragment(hash, channelLookup(store));
  if (!address || channelOfNarrow(address.narrow) === channelId) return undefined;
  return narrowHref(address.narrow, namesOf(store), address.near ?? address.with);
}
