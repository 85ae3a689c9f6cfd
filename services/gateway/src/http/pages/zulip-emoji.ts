import type { Page } from '../../edge/declaration/route.ts';

const picture = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABABAMAAABYR2ztAAAAMFBMVEVMaXFOa+1Oau1Oau1Oau1NaetOa+1MaetPa+3///9Pa+1U',
    'b+7M1Prz9f6yvvexvfeARFi/AAAACXRSTlMAlPjoyQonGFe0hqpeAAAACXBIWXMAAAsTAAALEwEAmpwYAAABLUlEQVRIx82VOw5B',
    'QRSGR0OrQKEVjVKh0Ck0OqJQEhtgERo7kGg8Cjk3LEBsQOxAo7cEiYTMcM15zD06/na+fPPInHOM+Z/0clXwUmpM8PqgAiTLgr/e',
    'ZutPIv9ZT7dAyHoUA0MQU4sFdRlYvRVdCKT5AoohYPHaoRIClm6PFASTtUAnDJQtMA0Dm+Qzvk/pnjG6z7xc9u4xLeCeaTdDubqn',
    'soC75RYDZ3dPC0AYAA8gW9wYgA853zMgTnR8AicIAwdPIAFIIAFIIABYIABYwAEi4AARMIAKGEAFFGACCjABAbiAAFyAAUGAAUGA',
    'AEmAAEmAvtxRqIuET3tlQMK3VwtHLT21eNXyVxuI2oLUJpbQBvvfNVK9FWe0Zq6OA5PRBoo6kowZK0NNH4s/zQMtPbhcgk4+SAAA',
    'AABJRU5ErkJggg==',
  ].join(''),
  'base64',
);

/** Serves the picture of the emoji `:zulip:` (64 × 64 pixels). Rendered messages and clients use this path. */
export const zulipEmoji: Page = {
  // Must equal `zulipEmojiPath` of @parley/markdown. That package is too large to load for one constant.
  path: '/static/generated/emoji/images/emoji/unicode/zulip.png',
  operation: 'get-zulip-emoji',
  isShared: true,
  isStatic: true,
  async handle() {
    return {
      contentType: 'image/png',
      body: picture,
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    };
  },
};
