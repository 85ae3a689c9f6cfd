import type { MarkdownIt, StateInline } from 'markdown-it';
import { configureAddresses, findAddresses } from '../links/addresses.ts';
import { findRule } from '../parser/internals.ts';
import { type Piece, splitText } from './split-text.ts';

/** Turns web and email addresses in text into links. This replaces the rule of markdown-it, which also links file names. */
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

/** Keeps the angle brackets in `Ann <ann@example.com>`, unlike those around an address with a scheme. */
function keepBracketsOfMail(md: MarkdownIt): void {
  const original = findRule<(state: StateInline, silent: boolean) => boolean>(md.inline.ruler, 'autolink').fn;
  const mail = /<[^\s<>:@]*@/y;
  md.inline.ruler.at('autolink', (state, silent) => {
    mail.lastIndex = state.pos;
    return !mail.test(state.src) && original(state, silent);
  });
}
