/** Rules by which the person's settings determine rows of the sidebar. */

/** Values of the setting `web_stream_unreads_count_display_policy`. */
const countPolicies = { all: 1, unmuted: 2, none: 3 } as const;

/** Returns the number of unread messages to show for a channel. A channel with unread mentions shows its number under every setting. */
export function shownUnread(
  policy: number | undefined,
  channel: { readonly count: number; readonly mentions: number; readonly isMuted: boolean },
): number {
  if (channel.mentions > 0 || policy === countPolicies.all) return channel.count;
  if (policy === countPolicies.none || channel.isMuted) return 0;
  return channel.count;
}

/** Values of the setting `demote_inactive_streams`. */
const demotionPolicies = { automatic: 1, always: 2, never: 3 } as const;

/** Number of channels from which on the automatic setting lists channels without recent messages last. */
const manyChannels = 30;

/** Returns whether channels without recent messages are listed after the others. */
export const demotesInactive = (policy: number | undefined, channelCount: number): boolean =>
  policy === demotionPolicies.always || (policy !== demotionPolicies.never && channelCount >= manyChannels);
