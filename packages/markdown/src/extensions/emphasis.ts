import type { MarkdownIt, StateInline } from 'markdown-it';
import { findRule } from '../parser/internals.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

const underscore = 0x5f;
const tilde = 0x7e;

/**
 * Adapts emphasis to team chat. Underscores do not emphasize, because names often contain them. Exactly two tildes strike
 * through, even with blanks inside. Emphasis ends at the end of the line (see `PlainInlineState`).
 *
 * Marks open before and close after anything but blanks. CommonMark also compares punctuation with letters, which fails in
 * scripts without blanks between words, such as Chinese and Japanese.
 */
export function emphasis(md: MarkdownIt): void {
  const { isWhiteSpace } = md.utils;
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number): { can_open: boolean; can_close: boolean; length: number } {
      const { src, posMax } = this;
      let end = start;
      while (end < posMax && src[end] === src[start]) end++;
      return {
        can_open: end < posMax && !isWhiteSpace(src.charCodeAt(end)),
        can_close: start > 0 && !isWhiteSpace(src.charCodeAt(start - 1)),
        length: end - start,
      };
    }
  };
  const original = findRule<InlineRule>(md.inline.ruler, 'emphasis').fn;
  md.inline.ruler.at(
    'emphasis',
    (state, silent) => state.src.charCodeAt(state.pos) !== underscore && original(state, silent),
  );
  md.inline.ruler.at('strikethrough', parseStrikethrough);
  md.renderer.rules.s_open = () => '<del>';
  md.renderer.rules.s_close = () => '</del>';
}

function parseStrikethrough(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (silent || src.charCodeAt(pos) !== tilde) return false;
  let end = pos + 1;
  while (end < posMax && src.charCodeAt(end) === tilde) end++;
  state.pos = end;
  if (end - pos !== 2) {
    state.pending += src.slice(pos, end);
    return true;
  }
  state.push('text', '', 0).content = '~~';
  const token = state.tokens.length - 1;
  state.delimiters.push({ marker: tilde, length: 0, token, end: -1, open: true, close: true });
  return true;
}
