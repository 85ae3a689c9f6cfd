/** What the person may do with a channel, as far as this client knows. The server decides. */
import type { Channel, Store } from '@parley/client';
import type { Accessor } from 'solid-js';
import { roles } from '../forms/self.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';

export type ChannelRights = {
  readonly isSubscribed: boolean;
  readonly canRead: boolean;
  readonly canJoin: boolean;
  readonly canAdminister: boolean;
  readonly canAddMembers: boolean;
  readonly canRemoveMembers: boolean;
};

const none: ChannelRights = {
  isSubscribed: false,
  canRead: false,
  canJoin: false,
  canAdminister: false,
  canAddMembers: false,
  canRemoveMembers: false,
};

/** Returns whether the person may read a channel without being subscribed, and so may join it by themselves. */
export function canReadUnsubscribed({ people, groups }: Store, channel: Channel): boolean {
  if (channel.is_web_public) return true;
  if ((people.self?.role ?? roles.guest) >= roles.guest) return false;
  if (!channel.invite_only) return true;
  const holds = (value: Parameters<typeof groups.includes>[0]) => groups.includes(value, people.selfId);
  return holds(channel.can_subscribe_group) || holds(channel.can_add_subscribers_group);
}

/** Returns the rights in a channel. */
function rightsIn(store: Store, channel: Channel): ChannelRights {
  const { people, groups, channels, fields } = store;
  const role = people.self?.role ?? roles.guest;
  const isGuest = role >= roles.guest;
  const isAdministrator = role <= roles.administrator;
  const holds = (value: Parameters<typeof groups.includes>[0]) => groups.includes(value, people.selfId);
  const isSubscribed = channels.isSubscribed(channel.stream_id);
  const canRead = isSubscribed || canReadUnsubscribed(store, channel);
  const canAdminister = !isGuest && (isAdministrator || holds(channel.can_administer_channel_group));
  const everywhere = fields.get('realm_can_add_subscribers_group');
  const canAdd =
    holds(channel.can_add_subscribers_group) ||
    (canRead && (canAdminister || (everywhere !== undefined && holds(everywhere))));
  return {
    isSubscribed,
    canRead,
    canJoin: canRead && !channel.is_archived && !isSubscribed,
    canAdminister,
    canAddMembers: !isGuest && !channel.is_archived && canAdd,
    canRemoveMembers: !isGuest && (canAdminister || holds(channel.can_remove_subscribers_group)),
  };
}

/** Returns the rights in a channel as a signal. */
export function useRights(channelId: () => number): Accessor<ChannelRights> {
  const { store } = useParley();
  const channel = useEntry(store.channels.channels, channelId);
  const settings = useEntry(store.channels.subscriptions, channelId);
  const self = useEntry(store.people.users, () => store.people.selfId);
  const groups = useDerived([store.groups.groups], () => ({}));
  return () => {
    settings();
    self();
    groups();
    const present = channel();
    return present ? rightsIn(store, present) : none;
  };
}
