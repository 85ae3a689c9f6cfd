import type { MarkdownIt, StateBlock } from 'markdown-it';
import { findRule } from '../parser/internals.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * Renders tables in the form that clients expect: cells with alignment have `style="text-align: left;"`, and a table without
 * body rows gets a row of empty cells.
 */
export function table(md: MarkdownIt): void {
  const { fn: parseTable, alt } = findRule<BlockRule>(md.block.ruler, 'table');
  const rule: BlockRule = (state, startLine, endLine, silent) => {
    if (!parseTable(state, startLine, endLine, silent)) return false;
    if (!silent && state.tokens.at(-2)?.type === 'thead_close') addEmptyRow(state);
    return true;
  };
  md.block.ruler.at('table', rule, { alt });
  for (const [name, tag] of [
    ['th_open', 'th'],
    ['td_open', 'td'],
  ] as const) {
    md.renderer.rules[name] = (tokens, index) => {
      const align = /^text-align:(left|right|center)$/.exec(String(tokens[index]!.attrGet('style') ?? ''));
      return align ? `<${tag} style="text-align: ${align[1]};">` : `<${tag}>`;
    };
  }
}

function addEmptyRow(state: StateBlock): void {
  const close = state.tokens.pop()!;
  const open = state.tokens.findLastIndex(({ type }) => type === 'table_open');
  const heads = state.tokens.slice(open).filter(({ type }) => type === 'th_open');
  state.level++;
  state.push('tbody_open', 'tbody', 1);
  state.push('tr_open', 'tr', 1);
  for (const head of heads) {
    state.push('td_open', 'td', 1).attrs = head.attrs;
    const cell = state.push('inline', '', 0);
    cell.content = '';
    cell.children = [];
    state.push('td_close', 'td', -1);
  }
  state.push('tr_close', 'tr', -1);
  state.push('tbody_close', 'tbody', -1);
  state.level--;
  state.tokens.push(close);
}
