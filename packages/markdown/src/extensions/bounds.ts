import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { limits } from '../limits.ts';
import { findRule } from '../parser/internals.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Limits the nesting and size of quotes, lists, tables and emphasis. Markup beyond a limit is shown as plain text. */
export function bounds(md: MarkdownIt): void {
  for (const name of ['blockquote', 'list']) {
    wrap(md, name, (original) => (state, startLine, endLine, silent) => {
      return state.level < limits.blockLevel && original(state, startLine, endLine, silent);
    });
  }
  wrap(md, 'table', (original) => (state, startLine, endLine, silent) => {
    if (startLine + 2 > endLine) return false;
    const delimiters = state.src.slice(state.bMarks[startLine + 1], state.eMarks[startLine + 1]);
    if (!delimiters.includes('-')) return false;
    const columns = delimiters.split('|').length;
    if (columns > limits.tableColumns + 2) return false;
    const rows = Math.max(2, Math.floor(limits.tableCells / columns));
    return original(state, startLine, Math.min(endLine, startLine + rows), silent);
  });
  md.core.ruler.push('inline_depth', (state) => {
    for (const token of state.tokens) {
      if (token.type === 'inline' && token.children !== null) flatten(token.children);
    }
  });
}

function wrap(md: MarkdownIt, name: string, build: (original: BlockRule) => BlockRule): void {
  const { fn, alt } = findRule<BlockRule>(md.block.ruler, name);
  md.block.ruler.at(name, build(fn), { alt });
}

const opening = new Set(['em_open', 'strong_open', 's_open']);
const closing = new Set(['em_close', 'strong_close', 's_close']);

/** Turns emphasis beyond the maximum nesting into plain text, because thousands of levels would break the layout of clients. */
function flatten(children: Token[]): void {
  let depth = 0;
  for (const token of children) {
    if (opening.has(token.type)) depth++;
    if (depth > limits.inlineDepth && (opening.has(token.type) || closing.has(token.type))) {
      if (closing.has(token.type)) depth--;
      token.type = 'text';
      token.tag = '';
      token.nesting = 0;
      token.content = token.markup;
      continue;
    }
    if (closing.has(token.type)) depth--;
  }
}
