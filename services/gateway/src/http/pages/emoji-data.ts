import type { Page } from '../../edge/route.ts';

/** Where `server_emoji_data_url` points; clients fetch it without credentials. */
export const emojiDataPath = '/static/emoji/emoji-data.json';

const oneDaySeconds = 86_400;

let encoded: string | undefined;

/** `code_to_names`: code points of every Unicode emoji to its names, the preferred one first. */
export const emojiData: Page = {
  path: emojiDataPath,
  operation: 'get-emoji-data',
  async handle() {
    if (encoded === undefined) {
      // Loaded on first use: the renderer behind it is large, and nothing else here needs it.
      const { emojiCodeToNames } = await import('@parley/markdown');
      encoded = JSON.stringify({ code_to_names: emojiCodeToNames() });
    }
    return {
      contentType: 'application/json',
      body: encoded,
      headers: { 'cache-control': `public, max-age=${oneDaySeconds}` },
    };
  },
};
