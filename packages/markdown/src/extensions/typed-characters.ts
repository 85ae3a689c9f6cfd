import type { MarkdownIt, StateInline } from 'markdown-it';
import { findRule } from '../parser/internals.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

const backslash = 0x5c;
const punctuation = /[!-/:-@[-`{-~]/;

/**
 * Shows backslashes and character references as they were typed, because messages contain network paths, regular expressions,
 * faces and HTML. A backslash still takes the meaning from the punctuation mark after it: `\*a\*` is not emphasized.
 *
 * Character references in the text of a link are decoded. Clients write them there for names with marks such as `]`.
 */
export function typedCharacters(md: MarkdownIt): void {
  md.inline.ruler.at('escape', parseBackslash);
  const parseReference = findRule<InlineRule>(md.inline.ruler, 'entity').fn;
  md.inline.ruler.at('entity', (state, silent) => state.linkLevel > 0 && parseReference(state, silent));
}

function parseBackslash(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== backslash || pos + 1 >= state.posMax) return false;
  if (!punctuation.test(src.charAt(pos + 1))) return false;
  if (!silent) {
    // Rules that look for addresses and emoji in text skip this type.
    const token = state.push('text_special', '', 0);
    token.content = src.slice(pos, pos + 2);
    token.markup = token.content;
    token.info = 'escape';
  }
  state.pos += 2;
  return true;
}
