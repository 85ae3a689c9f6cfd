import type { MarkdownIt, StateInline } from 'markdown-it';
import { findRule } from '../parser/internals.ts';

/** Renders code spans. Unlike CommonMark, it keeps blanks at their ends. */
export function codeSpan(md: MarkdownIt): void {
  const original = findRule<(state: StateInline, silent: boolean) => boolean>(
    md.inline.ruler,
    'backticks',
  ).fn;
  md.inline.ruler.at('backticks', (state, silent) => {
    const start = state.pos;
    if (!original(state, silent)) return false;
    const token = silent ? undefined : state.tokens.at(-1);
    // When the backticks did not start a code span, they are pending text, and the last token is an earlier one.
    if (token?.type !== 'code_inline' || state.pending !== '') return true;
    const length = token.markup.length;
    token.content = state.src.slice(start + length, state.pos - length).replaceAll('\n', ' ');
    return true;
  });
}
