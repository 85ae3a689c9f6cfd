/** What the person's settings say about rows of the sidebar. */

/** Values of the setting `web_stream_unreads_count_display_policy`. */
const countPolicies = { all: 1, unmuted: 2, none: 3 } as const;

/** Returns the number of unread messages that a channel shows. Mentions are always shown. */
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

/** Automatically, channels without recent messages are listed last from this number of channels on. */
const manyChannels = 30;

/** Returns whether channels without recent messages are listed after the others. */
export const demotesInactive = (policy: number | undefined, channelCount: number): boolean =>
  policy === demotionPolicies.always || (policy !== demotionPolicies.never && channelCount >= manyChannels);
