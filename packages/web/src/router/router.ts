/** Addresses of views: the URL fragment after `#`. Messages use the same format for links. */
import {
  type ChannelId,
  directPlace,
  type Narrow,
  narrowFragment,
  type Place,
  parseNarrowFragment,
  type UserId,
} from '@parley/client';
import { type Accessor, createSignal } from 'solid-js';
import type { AddressBar } from './address-bar.ts';
import { type ChannelRoute, channelTabHref, parseChannelRoute } from './channel-address.ts';
import { type PageRoute, parsePageRoute } from './page-address.ts';

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

/** Steps of a new person's start. */
const welcomeSteps = ['channels', 'invitations'] as const;

export type SimpleView = (typeof simpleViews)[number];

export type Route =
  | { readonly view: SimpleView }
  /** A search as somebody typed it into the address: `#search/has:link`. */
  | { readonly view: 'search'; readonly text: string }
  | PageRoute
  /** The topics, files or links of a channel. */
  | ChannelRoute
  /** A step of setting up a new organization. */
  | { readonly view: 'welcome'; readonly step: (typeof welcomeSteps)[number] }
  /** The list of public channels, for visitors without an account. */
  | { readonly view: 'public' }
  /** A view of messages. `near` is the ID of the message at which to start. */
  | { readonly view: 'messages'; readonly narrow: Narrow; readonly near?: number };

/** Names that make addresses readable. */
export type Names = { channelName(channelId: ChannelId): string | undefined };

const feed = '#feed';
export const browseHref = '#channels/all';

/** Returns the address of a message view. */
export function narrowHref(narrow: Narrow, names: Names, near?: number): string {
  if (narrow.length === 0 && near === undefined) return feed;
  return narrowFragment({ narrow, ...(near !== undefined && { near }) }, names);
}

/** Returns the narrow (message filter) of a topic or direct conversation. */
export const narrowOf = (place: Place): Narrow =>
  place.kind === 'topic'
    ? [
        { operator: 'channel', operand: place.channelId },
        { operator: 'topic', operand: place.topic },
      ]
    : [{ operator: 'dm', operand: place.userIds }];

/**
 * Returns the topic or direct conversation that a narrow selects; undefined for every other narrow. An address may name the signed-in
 * person among those of a conversation, as links of other programs do.
 * @param selfId ID of the signed-in person; 0 while it is not known, and for visitors
 */
export function placeOfNarrow(narrow: Narrow, selfId: UserId): Place | undefined {
  const [first, second] = narrow;
  if (narrow.some(({ negated }) => negated)) return undefined;
  if (narrow.length === 2 && first?.operator === 'channel' && second?.operator === 'topic') {
    const { operand } = first;
    return typeof operand === 'number'
      ? { kind: 'topic', channelId: operand, topic: String(second.operand) }
      : undefined;
  }
  if (narrow.length === 1 && first?.operator === 'dm' && typeof first.operand === 'object') {
    const userIds = first.operand;
    return userIds.length > 0 ? directPlace(userIds, selfId) : undefined;
  }
  return undefined;
}

/** Returns the ID of the channel that a narrow selects; undefined without one. */
export function channelOfNarrow(narrow: Narrow): number | undefined {
  const term = narrow.find(({ operator, negated }) => operator === 'channel' && !negated);
  return typeof term?.operand === 'number' ? term.operand : undefined;
}

export const narrowOfPins = (channelId: ChannelId): Narrow => [
  { operator: 'channel', operand: channelId },
  { operator: 'is', operand: 'pinned' },
];

export const isOfPins = (narrow: Narrow): boolean =>
  narrow.length === 2 &&
  channelOfNarrow(narrow) !== undefined &&
  narrow.some(({ operator, operand, negated }) => operator === 'is' && operand === 'pinned' && !negated);

/** Returns the channel that a view shows a part of; undefined for views of several channels, or of none. */
export function channelOfRoute(present: Route): number | undefined {
  if (present.view === 'channel') return present.channelId;
  return present.view === 'messages' ? channelOfNarrow(present.narrow) : undefined;
}

const searchPrefix = '#search/';

/** Returns a part of an address as text. One that is not encoded as it should be stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parses a URL fragment. Unknown fragments lead to the inbox. */
export function parseRoute(hash: string): Route {
  if (hash === feed) return { view: 'messages', narrow: [] };
  const simple = simpleViews.find((name) => `#${name}` === hash);
  if (simple) return { view: simple };
  if (hash === '#public') return { view: 'public' };
  if (hash.startsWith(searchPrefix))
    return { view: 'search', text: decoded(hash.slice(searchPrefix.length)) };
  const page = parsePageRoute(hash) ?? parseChannelRoute(hash);
  if (page) return page;
  const step = welcomeSteps.find((each) => hash === `#welcome/${each}`);
  if (step) return { view: 'welcome', step };
  const address = parseNarrowFragment(hash);
  if (!address) return { view: 'inbox' };
  // `with` selects the conversation of a message, which only the server knows. If the address also names the conversation, that
  // is shown, starting at this message.
  if (address.with !== undefined && placeOfNarrow(address.narrow, 0) === undefined) {
    const narrow = [...address.narrow, { operator: 'with', operand: address.with }];
    return { view: 'messages', narrow, near: address.near ?? address.with };
  }
  const near = address.near ?? address.with;
  return { view: 'messages', narrow: address.narrow, ...(near !== undefined && { near }) };
}

/** Returns the canonical address of a view: without readable names, and without the message at which the view starts (`near`). */
export function hrefOfRoute(present: Route): string {
  if (present.view === 'messages') return narrowHref(present.narrow, { channelName: () => undefined });
  if (present.view === 'welcome') return `#welcome/${present.step}`;
  if (present.view === 'channel') return channelTabHref(present.tab, present.channelId);
  return `#${[present.view, ...('path' in present ? present.path : [])].join('/')}`;
}

/** Returns an address in the canonical form of `hrefOfRoute`, so that addresses of the same view are equal. */
export const plainHref = (hash: string): string => hrefOfRoute(parseRoute(hash));

/** Opens views, and tells which one is open. Each client has one. */
export class Router {
  /** The view that the address names. */
  readonly route: Accessor<Route>;
  readonly #setRoute: (route: Route) => void;
  readonly #bar: AddressBar;
  /** The address of the last view that is not a settings page. */
  #lastView = '#inbox';

  constructor(bar: AddressBar) {
    this.#bar = bar;
    const [route, setRoute] = createSignal<Route>(parseRoute(bar.hash()), { equals: false });
    this.route = route;
    this.#setRoute = setRoute;
    this.#rememberView();
    bar.watch(() => {
      this.#rememberView();
      setRoute(parseRoute(bar.hash()));
    });
  }

  #rememberView(): void {
    const hash = this.#bar.hash();
    if (!parsePageRoute(hash)) this.#lastView = hash || '#inbox';
  }

  /** Returns the present address as it is written; empty without one. */
  hash(): string {
    return this.#bar.hash();
  }

  /** Returns the address from which the reader came to the settings pages. */
  hrefBeforePages(): string {
    return this.#lastView;
  }

  /** Returns the name of the current history entry. An entry keeps its name when the reader goes back to it. */
  entryName(): string {
    return this.#bar.entryName();
  }

  /** Returns whether the reader came to the current view from another view of the client. */
  hasPrevious(): boolean {
    return this.#bar.hasPrevious();
  }

  /** Opens an address of the client. The way back leads to the current view. */
  go(href: string): void {
    if (this.#bar.hash() === href) this.#setRoute(parseRoute(href));
    else this.#bar.go(href);
  }

  /** Opens an address and replaces the current history entry, so that the way back skips the current view. */
  replace(href: string): void {
    this.#bar.replace(href);
  }

  /** Returns to the previous entry of the history. */
  back(): void {
    this.#bar.back();
  }

  /** Forgets the address, as after a sign-out. */
  clear(): void {
    this.#bar.clear();
  }
}
