import type { MarkdownIt } from 'markdown-it';
import { findLinkifierMatches } from '../links/linkifier.ts';
import { mayAdd } from '../syntax/state.ts';
import { type Piece, splitText } from './split-text.ts';

/** Applies the organization's linkifiers (patterns that become links) to text outside of code and links. */
export function linkifyText(md: MarkdownIt): void {
  splitText(md, 'linkifiers', (text, env) => {
    if (env.ctx.linkifiers.length === 0 || env.linkifierBudget <= 0) return undefined;
    const matches = findLinkifierMatches(text, env.ctx.linkifiers, env.linkifierBudget, env.linkifierWork);
    env.linkifierBudget -= matches.length;
    return matches
      .filter(({ url }) => mayAdd(env, url))
      .map(
        ({ start, end, url }): Piece => ({
          kind: 'link',
          start,
          end,
          href: url,
          text: text.slice(start, end),
        }),
      );
  });
}
