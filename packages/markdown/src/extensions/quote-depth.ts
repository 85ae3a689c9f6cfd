import type { MarkdownIt } from 'markdown-it';
import { stateOf } from '../syntax/state.ts';

/** Counts the quotes around each paragraph, because mentions in quotes are silent. Replaces markdown-it's loop. */
export function quoteDepth(md: MarkdownIt): void {
  md.core.ruler.at('inline', (state) => {
    const env = stateOf(state.env);
    env.quoteDepth = 0;
    for (const token of state.tokens) {
      if (token.type === 'blockquote_open') env.quoteDepth++;
      else if (token.type === 'blockquote_close') env.quoteDepth--;
      else if (token.type === 'inline') {
        token.children ??= [];
        md.inline.parse(token.content, md, state.env, token.children);
      }
    }
  });
}
