import type { ChannelId } from '@parley/client';
/** Addresses of what a channel has besides its messages: `#topics/channel/5-design`, `#files/…` and `#links/…`. */

export const channelTabs = ['topics', 'files', 'links'] as const;
export type ChannelTab = (typeof channelTabs)[number];

export type ChannelRoute = {
  readonly view: 'channel';
  readonly tab: ChannelTab;
  readonly channelId: ChannelId;
};

/** Returns the view of a channel at a URL fragment; undefined for other fragments. The name after the ID does not matter. */
export function parseChannelRoute(hash: string): ChannelRoute | undefined {
  const [, name, id] = /^#(\w+)\/channel\/(\d{1,15})(?:-[^/]*)?$/.exec(hash) ?? [];
  const tab = channelTabs.find((each) => each === name);
  return tab === undefined ? undefined : { view: 'channel', tab, channelId: Number(id) };
}

/** Returns the canonical address of a view of a channel, without a readable name. */
export const channelTabHref = (tab: ChannelTab, channelId: ChannelId): string =>
  `#${tab}/channel/${channelId}`;
