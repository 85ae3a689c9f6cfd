import type { Emoji } from '../types.ts';

/** Path at which the gateway serves the picture of `:zulip:`. Clients of the API expect this path. */
export const zulipEmojiPath = '/static/generated/emoji/images/emoji/unicode/zulip.png';

/** The only emoji of clients that is neither in Unicode nor one of the organization. */
export const zulipEmoji: Emoji = { kind: 'realm', id: 'zulip', name: 'zulip', url: zulipEmojiPath };
