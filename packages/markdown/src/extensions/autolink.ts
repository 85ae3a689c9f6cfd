import type { MarkdownIt, StateInline } from 'markdown-it';
import { configureAddresses, findAddresses } from '../addresses.ts';
import { findRule } from '../parser/internals.ts';
import { type Piece, splitText } from './split-text.ts';

/** Turns web and mail addresses in text into links. Replaces the parser's own rule, which links file names too. */
export function autolink(md: MarkdownIt): void {
  md.core.ruler.disable('linkify');
  configureAddresses(md);
  keepBracketsOfMail(md);
  splitText(md, 'autolink', (text, _env, instance) =>
    findAddresses(text, instance)?.map(
      ({ start, end, href }): Piece => ({ kind: 'link', start, end, href, text: text.slice(start, end) }),
    ),
  );
}

/** `Ann <ann@example.com>` keeps its angle brackets. Brackets around an address with a scheme are syntax. */
function keepBracketsOfMail(md: MarkdownIt): void {
  const original = findRule<(state: StateInline, silent: boolean) => boolean>(md.inline.ruler, 'autolink').fn;
  const mail = /<[^\s<>:@]*@/y;
  md.inline.ruler.at('autolink', (state, silent) => {
    mail.lastIndex = state.pos;
    return !mail.test(state.src) && original(state, silent);
  });
}
