/** What becomes of converted texts when messages are rendered, for tests. */
import { type RenderContext, render } from '@parley/markdown';
import { expect } from 'vitest';

/** Everybody, every group and every channel that a text may name exists here. */
export const everythingExists: RenderContext = {
  findUser: (name, id) => ({ id: id ?? 7, fullName: name }),
  findGroup: (name, id) => ({ id: id ?? 8, name }),
  findChannel: (name) => ({ id: 9, name }),
  emoji: () => undefined,
  linkifiers: [],
  publicUrl: 'https://parley.example.com',
  imagePreviews: false,
};

/** A text whose source names nobody mentions nobody, and links only to addresses that are safe. */
export function expectNothingActive(content: string): void {
  const { html, mentionedUserIds, mentionsChannelWildcard, mentionedGroupIds } = render(
    content,
    everythingExists,
  );
  expect([mentionedUserIds, mentionsChannelWildcard, mentionedGroupIds]).toEqual([[], false, []]);
  expect(html).not.toMatch(/href="(?!https?:|mailto:|ftp:|tel:)/);
}
