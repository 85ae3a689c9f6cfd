import type { PageContent } from '../../edge/answer/page-content.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { emojiDataPath } from '../../register/server-fields.ts';

/** Path of an earlier release. Clients that registered with such a release still request it. */
const earlierEmojiDataPath = '/static/emoji/emoji-data.json';

const oneDaySeconds = 86_400;

function emojiDataAt(path: string, operation: string): Page {
  return { path, operation, isStatic: true, isShared: true, handle: async () => jsonPage(await names()) };
}

/** Serves `code_to_names`: for each Unicode emoji, by its code points, a list of its names. The canonical name comes first. */
export const emojiData = emojiDataAt(emojiDataPath, 'get-emoji-data');
export const earlierEmojiData = emojiDataAt(earlierEmojiDataPath, 'get-earlier-emoji-data');

/** Serves the code points of each Unicode emoji by its names, for clients that generate their own tables. */
export const emojiCodes: Page = {
  path: '/static/generated/emoji/emoji_codes.json',
  operation: 'get-emoji-codes',
  isShared: true,
  isStatic: true,
  handle: async () => jsonPage(await codes()),
};

const names = memoized(async () => {
  const { emojiCodeToNames } = await loadMarkdown();
  return { code_to_names: emojiCodeToNames() };
});

const codes = memoized(async () => {
  const { emojiCodeToNames, emojiNameToCode } = await loadMarkdown();
  const canonical = Object.entries(emojiCodeToNames()).map(([code, [name]]) => [code, name] as const);
  const nameToCode = emojiNameToCode();
  return {
    names: Object.keys(nameToCode),
    name_to_codepoint: nameToCode,
    codepoint_to_name: Object.fromEntries(canonical),
  };
});

// Loads the renderer on first use, because it is large and the gateway needs it only for these pages.
const loadMarkdown = () => import('@parley/markdown');

function memoized(create: () => Promise<object>): () => Promise<string> {
  let encoded: Promise<string> | undefined;
  return () => {
    encoded ??= create().then((value) => JSON.stringify(value));
    return encoded;
  };
}

function jsonPage(body: string): PageContent {
  return {
    contentType: 'application/json',
    body,
    headers: { 'cache-control': `public, max-age=${oneDaySeconds}` },
  };
}
