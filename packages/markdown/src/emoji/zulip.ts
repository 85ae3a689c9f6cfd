import type { Emoji } from '../types.ts';

/** Where the gateway serves the picture of `:zulip:`; the address is the one that clients of the API know. */
export const zulipEmojiPath = '/static/generated/emoji/images/emoji/unicode/zulip.png';

/** The one emoji that clients of the API have beside those of Unicode and of the organization. */
export const zulipEmoji: Emoji = { kind: 'realm', id: 'zulip', name: 'zulip', url: zulipEmojiPath };
