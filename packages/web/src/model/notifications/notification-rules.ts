/** Decides by the person's settings which messages cause notifications and sounds, and which count as unread. */
import type { Message, Store, UnreadTotals } from '@parley/client';
import { ownQuietUntil } from './quiet-times.ts';

export type Notice = { readonly isShown: boolean; readonly isHeard: boolean };

const none: Notice = { isShown: false, isHeard: false };
const followed = 3;
/** Values of the setting `desktop_icon_count_display`. */
export const countKinds = { all: 1, personalAndFollowed: 2, personal: 3, none: 4 } as const;
const wildcardFlags: ReadonlySet<string> = new Set([
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
]);

/** Returns whether a newly arrived message causes a desktop notification and a sound. In quiet times none does. */
export function noticeOf(
  store: Store,
  message: Message,
  flags: readonly string[],
  nowMs = Date.now(),
): Notice {
  const isOn = (name: string, otherwise = false) => store.settings.get<boolean>(name) ?? otherwise;
  if (message.sender_id === store.people.selfId || store.people.muted.has(message.sender_id)) return none;
  if (flags.includes('read') || ownQuietUntil(store, nowMs) !== undefined) return none;
  const personally = {
    isShown: isOn('enable_desktop_notifications', true),
    isHeard: isOn('enable_sounds', true),
  };
  const { stream_id: channelId } = message;
  if (channelId === undefined || flags.includes('mentioned') || flags.includes('has_alert_word')) {
    return personally;
  }
  const own = store.channels.subscriptions.get(channelId);
  const isFollowed = store.channels.policyOf(channelId, message.subject) === followed;
  if (flags.some((flag) => wildcardFlags.has(flag))) {
    const notifies = isFollowed
      ? isOn('enable_followed_topic_wildcard_mentions_notify', true)
      : (own?.wildcard_mentions_notify ?? isOn('wildcard_mentions_notify', true));
    if (notifies) return personally;
  }
  if (isFollowed) {
    return {
      isShown: isOn('enable_followed_topic_desktop_notifications', true),
      isHeard: isOn('enable_followed_topic_audible_notifications', true),
    };
  }
  if (store.channels.isTopicMuted(channelId, message.subject)) return none;
  return {
    isShown: own?.desktop_notifications ?? isOn('enable_stream_desktop_notifications'),
    isHeard: own?.audible_notifications ?? isOn('enable_stream_audible_notifications'),
  };
}

/** Returns the number of unread messages to show for a value of the setting `desktop_icon_count_display`. */
export function shownCount(totals: UnreadTotals, kind: number): number {
  if (kind === countKinds.none) return 0;
  if (kind === countKinds.personal) return totals.personal;
  return kind === countKinds.personalAndFollowed ? totals.personalAndFollowed : totals.count;
}
