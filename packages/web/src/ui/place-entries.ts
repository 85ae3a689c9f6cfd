/**
 * Actions of channels and topics, for menus of the navigation and of the views. A menu stays open while its topic moves, so the
 * actions ask for the place when they are chosen.
 */
import type { ChannelId, Narrow } from '@parley/client';
import { Bell, BellOff, BellRing, CheckCheck, Link, Pin } from 'lucide';
import { t } from '../i18n/index.ts';
import { attempt, markRead, setChannelMuted, setTopicPolicy, topicPolicies } from '../model/actions.ts';
import { writeToClipboard } from '../model/device/clipboard.ts';
import type { Parley } from '../model/parley.tsx';
import type { MenuEntry } from './menu.tsx';

export const markReadEntry = (parley: Parley, narrow: () => Narrow): MenuEntry => ({
  label: t('markAllRead'),
  icon: CheckCheck,
  run: () => void markRead(parley, narrow()),
});

/** Returns the action that copies the address of a view. */
export const copyLinkEntry = (parley: Parley, href: () => string): MenuEntry => ({
  label: t('copyLink'),
  icon: Link,
  async run() {
    if (await attempt(parley, writeToClipboard(`${location.origin}/${href()}`), t('notCopied')))
      parley.toasts.show(t('linkCopied'));
  },
});

/**
 * Returns the actions that change how a person has subscribed to a channel.
 * @param muteKey the key that mutes the channel where the menu is
 */
export function subscriptionEntries(
  parley: Parley,
  channelId: ChannelId,
  own: { readonly is_muted: boolean; readonly pin_to_top: boolean } | undefined,
  muteKey?: string,
): MenuEntry[] {
  const pin = (value: boolean) =>
    void attempt(
      parley,
      parley.client.call('update-subscription-settings', {
        subscription_data: [{ stream_id: channelId, property: 'pin_to_top', value }],
      }),
    );
  return [
    {
      label: t(own?.is_muted ? 'unmuteChannel' : 'muteChannel'),
      icon: BellOff,
      ...(muteKey !== undefined && { hint: muteKey }),
      run: () => void setChannelMuted(parley, channelId, !own?.is_muted),
    },
    {
      label: t(own?.pin_to_top ? 'unpinChannel' : 'pinChannel'),
      icon: Pin,
      run: () => pin(!own?.pin_to_top),
    },
  ];
}

type TopicPlace = () => { readonly channelId: ChannelId; readonly topic: string };

const toggledPolicy = (parley: Parley, place: TopicPlace, policy: number, wanted: number) => () => {
  const { channelId, topic } = place();
  void setTopicPolicy(parley, channelId, topic, policy === wanted ? topicPolicies.inherit : wanted);
};

/** Returns the action that follows a topic, or ends that. */
export function followEntry(parley: Parley, place: TopicPlace, policy: number = topicPolicies.inherit) {
  const isFollowed = policy === topicPolicies.followed;
  return {
    label: t(isFollowed ? 'unfollowTopic' : 'followTopic'),
    icon: isFollowed ? Bell : BellRing,
    run: toggledPolicy(parley, place, policy, topicPolicies.followed),
  };
}

/** Returns the actions that follow and mute a topic, or end that. */
export function policyEntries(
  parley: Parley,
  place: TopicPlace,
  policy: number = topicPolicies.inherit,
): MenuEntry[] {
  return [
    followEntry(parley, place, policy),
    {
      label: t(policy === topicPolicies.muted ? 'unmuteTopic' : 'muteTopic'),
      icon: BellOff,
      hint: 'M',
      run: toggledPolicy(parley, place, policy, topicPolicies.muted),
    },
  ];
}
