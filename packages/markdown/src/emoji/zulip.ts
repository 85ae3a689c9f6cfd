import type { Emoji } from '../types.ts';

/** Where the gateway serves the picture of `:zulip:`; the address is the one that clients of the API know. */
export const zulipEmojiPath = '/static/generated/emoji/images/emoji/unicode/zulip.png';

/** The only emoji of the API's clients that is neither from Unicode nor from the organization. */
export const zulipEmoji: Emoji = { kind: 'realm', id: 'zulip', name: 'zulip', url: zulipEmojiPath };
