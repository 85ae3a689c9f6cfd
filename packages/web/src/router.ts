/** Addresses of the client: the fragment behind `#`, in the grammar of links in messages. */
import { type Narrow, narrowFragment, type Place, parseNarrowFragment } from '@parley/client';
import { createSignal } from 'solid-js';
import { type PageRoute, parsePageRoute } from './page-address.ts';
import { hashOfPublicPath } from './public-view/public-path.ts';

const simpleViews = [
  'inbox',
  'recent',
  'drafts',
  'scheduled',
  'channels',
  'direct',
  'search',
  'share',
] as const;

export type SimpleView = (typeof simpleViews)[number];

export type Route =
  | { readonly view: SimpleView }
  | PageRoute
  /** A step after the creation of the organization. */
  | { readonly view: 'welcome'; readonly step: 'channels' | 'invitations' }
  /** The public channels, for visitors. */
  | { readonly view: 'public' }
  /** Messages. `near` is the message at which to start. */
  | { readonly view: 'messages'; readonly narrow: Narrow; readonly near?: number };

/** Names for the readable part of addresses. */
export type Names = { channelName(channelId: number): string | undefined };

const feed = '#feed';
/** The address of the list of all channels. */
export const browseHref = '#channels/all';

/** Returns the address of a view of messages. */
export function narrowHref(narrow: Narrow, names: Names, near?: number): string {
  if (narrow.length === 0 && near === undefined) return feed;
  return narrowFragment({ narrow, ...(near !== undefined && { near }) }, names);
}

/** Returns the narrow of a place. */
export const narrowOf = (place: Place): Narrow =>
  place.kind === 'topic'
    ? [
        { operator: 'channel', operand: place.channelId },
        { operator: 'topic', operand: place.topic },
      ]
    : [{ operator: 'dm', operand: place.userIds }];

/** Returns the place of a narrow when it is exactly one topic or direct conversation. */
export function placeOfNarrow(narrow: Narrow): Place | undefined {
  const [first, second] = narrow;
  if (narrow.some(({ negated }) => negated)) return undefined;
  if (narrow.length === 2 && first?.operator === 'channel' && second?.operator === 'topic') {
    const { operand } = first;
    return typeof operand === 'number'
      ? { kind: 'topic', channelId: operand, topic: String(second.operand) }
      : undefined;
  }
  if (narrow.length === 1 && first?.operator === 'dm' && Array.isArray(first.operand)) {
    const userIds = (first.operand as readonly number[]).toSorted((one, other) => one - other);
    return userIds.length > 0 ? { kind: 'direct', userIds } : undefined;
  }
  return undefined;
}

/** Returns the channel of a narrow. */
export function channelOfNarrow(narrow: Narrow): number | undefined {
  const term = narrow.find(({ operator, negated }) => operator === 'channel' && !negated);
  return typeof term?.operand === 'number' ? term.operand : undefined;
}

/** Parses the fragment of an address. Unknown fragments lead to the inbox. */
function parseRoute(hash: string): Route {
  if (hash === feed) return { view: 'messages', narrow: [] };
  const simple = simpleViews.find((name) => `#${name}` === hash);
  if (simple) return { view: simple };
  if (hash === '#public') return { view: 'public' };
  const page = parsePageRoute(hash);
  if (page) return page;
  const step = /^#welcome\/(channels|invitations)$/.exec(hash)?.[1];
  if (step) return { view: 'welcome', step: step as 'channels' | 'invitations' };
  const address = parseNarrowFragment(hash);
  if (!address) return { view: 'inbox' };
  // `with` names a conversation by one of its messages, which the server finds. A conversation that the address names is
  // shown itself, at that message.
  if (address.with !== undefined && placeOfNarrow(address.narrow) === undefined) {
    const narrow = [...address.narrow, { operator: 'with', operand: address.with }];
    return { view: 'messages', narrow, near: address.near ?? address.with };
  }
  const near = address.near ?? address.with;
  return { view: 'messages', narrow: address.narrow, ...(near !== undefined && { near }) };
}

/** Returns the address of a view, without names that only make it readable and without a message. */
export function hrefOfRoute(present: Route): string {
  if (present.view === 'messages') return narrowHref(present.narrow, { channelName: () => undefined });
  return `#${[present.view, ...('path' in present ? present.path : [])].join('/')}`;
}

/** Returns an address in the form of `hrefOfRoute`, so that addresses of the same view are equal. */
export const plainHref = (hash: string): string => hrefOfRoute(parseRoute(hash));

/** Names an entry of the browser's history, unless it has a name from an earlier visit. */
function nameEntry(hasPrevious: boolean): void {
  if (typeof history.state?.entry === 'string') return;
  const entry = `${Date.now()}-${Math.random()}`;
  history.replaceState({ ...history.state, entry, hasPrevious }, '');
}

const publicHash = hashOfPublicPath(location.pathname);
if (publicHash !== undefined) history.replaceState(history.state, '', `/${publicHash}`);
nameEntry(false);
const [route, setRoute] = createSignal<Route>(parseRoute(location.hash), { equals: false });
/** The address of the last view that is not a page of settings. */
let lastView = '#inbox';
const rememberView = () => {
  if (!parsePageRoute(location.hash)) lastView = location.hash || '#inbox';
};
rememberView();
addEventListener('hashchange', () => {
  nameEntry(true);
  rememberView();
  setRoute(parseRoute(location.hash));
});

export { route };

/** Returns the address from which the reader came to the pages of settings. */
export const hrefBeforePages = (): string => lastView;

/**
 * Returns the name of the current entry of the browser's history. It is the same when the reader goes back to the
 * entry.
 */
export function entryName(): string {
  nameEntry(false);
  return history.state.entry as string;
}

/** Returns whether the reader came to the current view from another view of the client. */
export const hasPrevious = (): boolean => history.state?.hasPrevious === true;

/** Goes to an address of the client. The browser's back button returns. */
export function go(href: string): void {
  if (location.hash === href) setRoute(parseRoute(href));
  else location.hash = href;
}

/** Opens an address in place of the current one, to which the back button does not return then. */
export const replaceRoute = (href: string): void => location.replace(href);
