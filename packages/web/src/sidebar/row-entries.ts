/** Actions of the rows of the sidebar, for their menus. */
import { type Channel, type ChannelId, type Place, placeKey } from '@parley/client';
import { ArrowDown, ArrowUp, Bell, BellOff, type IconNode, Plus, Settings } from 'lucide';
import { t } from '../i18n/index.ts';
import { attempt, setChannelMuted, toggleMutedTopic } from '../model/actions.ts';
import { channelHref } from '../model/names.ts';
import type { Parley } from '../model/parley.tsx';
import { movedBeside, type OrderKey } from '../model/sidebar-and-inbox/sidebar-order.ts';
import { isPageView } from '../router/page-address.ts';
import { narrowOf } from '../router/router.ts';
import type { MenuEntry } from '../ui/menu.tsx';
import { markReadEntry, policyEntries, subscriptionEntries } from '../ui/place-entries.ts';

/** Stores that a folder or channel stands beside another one. */
export function moveBeside(
  parley: Parley,
  siblings: readonly OrderKey[],
  key: OrderKey,
  place: { beside: OrderKey; isAfter: boolean },
): void {
  const { client, store } = parley;
  const order = movedBeside(store.settings.get<string>('web_sidebar_order'), siblings, key, place);
  void attempt(parley, client.call('update-settings', { web_sidebar_order: order }), t('notSaved'));
}

/** Returns the actions that move a row by one place among its siblings. */
function moveEntries(parley: Parley, siblings: readonly OrderKey[], key: OrderKey): MenuEntry[] {
  const at = siblings.indexOf(key);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const move = (beside: OrderKey, isAfter: boolean) => moveBeside(parley, siblings, key, { beside, isAfter });
  return [
    ...(before ? [{ label: t('moveUp'), icon: ArrowUp, run: () => move(before, false) }] : []),
    ...(after ? [{ label: t('moveDown'), icon: ArrowDown, run: () => move(after, true) }] : []),
  ];
}

/** Begins a message to a new topic of a channel. */
function startTopic({ store, router, composing }: Parley, channelId: ChannelId): void {
  // Pages have no compose box.
  if (isPageView(router.route().view)) router.go(channelHref(store, channelId));
  composing.ask({ place: { kind: 'topic', channelId, topic: '' } });
}

/** Returns the actions of a channel. */
export const channelEntries = (
  parley: Parley,
  channelId: ChannelId,
  siblings: readonly OrderKey[],
): MenuEntry[] => [
  { label: t('newTopic'), icon: Plus, run: () => startTopic(parley, channelId) },
  markReadEntry(parley, () => [{ operator: 'channel', operand: channelId }]),
  ...subscriptionEntries(parley, channelId, parley.store.channels.subscriptions.get(channelId), 'M'),
  ...moveEntries(parley, siblings, `c${channelId}`),
  'separator',
  { label: t('settings'), icon: Settings, run: () => parley.router.go(`#channels/${channelId}/personal`) },
];

/** An action with a button of its own in the row. */
export type QuickAction = { readonly label: string; readonly icon: IconNode; readonly run: () => void };

/**
 * Returns the actions of a channel that take one click.
 * @param state.isLoud whether the channel has unread messages: only then somebody may want to mute it
 */
export function channelQuick(
  parley: Parley,
  { stream_id: id, name: channel }: Channel,
  { isMuted, isLoud }: { readonly isMuted: boolean; readonly isLoud: boolean },
): QuickAction[] {
  const mute = {
    label: t(isMuted ? 'unmuteNamed' : 'muteNamed', { channel }),
    icon: isMuted ? Bell : BellOff,
    run: () => void setChannelMuted(parley, id, !isMuted),
  };
  const start = { label: t('startTopicIn', { channel }), icon: Plus, run: () => startTopic(parley, id) };
  return isMuted || isLoud ? [mute, start] : [start];
}

/** Returns the actions of a topic. */
export function topicEntries(parley: Parley, place: () => Place & { kind: 'topic' }): MenuEntry[] {
  const policy = parley.store.channels.userTopics.get(placeKey(place()))?.visibility_policy;
  return [markReadEntry(parley, () => narrowOf(place())), ...policyEntries(parley, place, policy)];
}

/** Returns what keys do with the row of a channel. */
export const channelKeys = (parley: Parley, channelId: ChannelId) => () => ({
  M: () => {
    const isMuted = parley.store.channels.subscriptions.get(channelId)?.is_muted ?? false;
    void setChannelMuted(parley, channelId, !isMuted);
  },
});

/** Returns what keys do with the row of a topic. */
export const topicKeys = (parley: Parley, place: () => Place & { kind: 'topic' }) => () => ({
  M: () => {
    const { channelId, topic } = place();
    toggleMutedTopic(parley, channelId, topic);
  },
});
