/** Rights of the signed-in person in a channel, computed from the data of this client. The server has the final say. */
import type { Channel, ChannelId, Store } from '@parley/client';
import { mayReadContent } from '@parley/rules/channel-rights';
import { roles } from '@parley/rules/roles';
import type { Accessor } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { factsOf, holdsInOrganization, selfOf, standingIn } from '../model/rights.ts';

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

/** Returns whether the person may read a channel without a subscription. People who may do so can also subscribe themselves. */
export const canReadUnsubscribed = (store: Store, channel: Channel): boolean =>
  mayReadContent(selfOf(store), factsOf(channel), { ...standingIn(store, channel), isSubscribed: false });

/** Returns the signed-in person's rights in a channel. */
function rightsIn(store: Store, channel: Channel): ChannelRights {
  const { role } = selfOf(store);
  const isGuest = role >= roles.guest;
  const standing = standingIn(store, channel);
  const { isSubscribed } = standing;
  const canRead = mayReadContent({ role }, factsOf(channel), standing);
  const canAdminister =
    !isGuest && (role <= roles.administrator || standing.holds('can_administer_channel_group'));
  const canAdd =
    standing.holds('can_add_subscribers_group') ||
    (canRead && (canAdminister || holdsInOrganization(store)('can_add_subscribers_group')));
  return {
    isSubscribed,
    canRead,
    canJoin: canRead && !channel.is_archived && !isSubscribed,
    canAdminister,
    canAddMembers: !isGuest && !channel.is_archived && canAdd,
    canRemoveMembers: !isGuest && (canAdminister || standing.holds('can_remove_subscribers_group')),
  };
}

/** Returns the signed-in person's rights in a channel as a signal. */
export function useRights(channelId: () => ChannelId): Accessor<ChannelRights> {
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
