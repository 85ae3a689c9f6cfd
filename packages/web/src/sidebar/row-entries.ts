/** Actions of the rows of the sidebar, for their menus. */
import { placeKey } from '@parley/client';
import { ArrowDown, ArrowUp, Bell, BellOff, BellRing, CheckCheck, Pin, Settings } from 'lucide';
import { t } from '../i18n/index.ts';
import { attempt, markRead, setTopicPolicy, topicPolicies } from '../model/actions.ts';
import type { Parley } from '../model/parley.tsx';
import { movedBeside, type OrderKey } from '../model/sidebar-order.ts';
import type { MenuEntry } from '../ui/menu.tsx';

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

/** Returns the actions of a channel. */
export function channelEntries(
  parley: Parley,
  channelId: number,
  siblings: readonly OrderKey[],
): MenuEntry[] {
  const { client, store } = parley;
  const own = store.channels.subscriptions.get(channelId);
  const set = (property: string, value: boolean) =>
    void attempt(
      parley,
      client.call('update-subscription-settings', {
        subscription_data: [{ stream_id: channelId, property, value }],
      }),
    );
  return [
    {
      label: t('markAllRead'),
      icon: CheckCheck,
      run: () => void markRead(parley, [{ operator: 'channel', operand: channelId }]),
    },
    {
      label: t(own?.is_muted ? 'unmuteChannel' : 'muteChannel'),
      icon: BellOff,
      run: () => set('is_muted', !own?.is_muted),
    },
    {
      label: t(own?.pin_to_top ? 'unpinChannel' : 'pinChannel'),
      icon: Pin,
      run: () => set('pin_to_top', !own?.pin_to_top),
    },
    ...moveEntries(parley, siblings, `c${channelId}`),
    'separator',
    { label: t('settings'), icon: Settings, run: () => parley.router.go(`#channels/${channelId}/personal`) },
  ];
}

/** Returns the actions of a topic. */
export function topicEntries(parley: Parley, channelId: number, topic: string): MenuEntry[] {
  const key = placeKey({ kind: 'topic', channelId, topic });
  const policy = parley.store.channels.userTopics.get(key)?.visibility_policy ?? topicPolicies.inherit;
  const toggle = (wanted: number) =>
    void setTopicPolicy(parley, channelId, topic, policy === wanted ? topicPolicies.inherit : wanted);
  const [isFollowed, isMuted] = [policy === topicPolicies.followed, policy === topicPolicies.muted];
  return [
    {
      label: t('markAllRead'),
      icon: CheckCheck,
      run: () =>
        void markRead(parley, [
          { operator: 'channel', operand: channelId },
          { operator: 'topic', operand: topic },
        ]),
    },
    {
      label: t(isFollowed ? 'unfollowTopic' : 'followTopic'),
      icon: isFollowed ? Bell : BellRing,
      run: () => toggle(topicPolicies.followed),
    },
    {
      label: t(isMuted ? 'unmuteTopic' : 'muteTopic'),
      icon: BellOff,
      run: () => toggle(topicPolicies.muted),
    },
  ];
}
