import type { MarkdownIt, StateBlock } from 'markdown-it';
import { limits } from '../limits.ts';
import { findRule } from '../parser/internals.ts';
import { lineEnd, textStart, tokenAt } from '../parser/lines.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * Renders tables in the form that clients expect: cells with alignment have `style="text-align: left;"`, and a table without
 * body rows gets a row of empty cells. Rows may have more cells than the head, which then gets empty cells.
 */
export function table(md: MarkdownIt): void {
  const { fn: parseTable, alt } = findRule<BlockRule>(md.block.ruler, 'table');
  const rule: BlockRule = (state, startLine, endLine, silent) => {
    if (!parseTable(state, startLine, endLine, silent)) return false;
    if (silent) return true;
    if (state.tokens.at(-2)?.type === 'thead_close') addEmptyRow(state);
    else addFurtherCells(state);
    return true;
  };
  md.block.ruler.at('table', rule, { alt });
  for (const [name, tag] of [
    ['th_open', 'th'],
    ['td_open', 'td'],
  ] as const) {
    md.renderer.rules[name] = (tokens, index) => {
      const align = /^text-align:(left|right|center)$/.exec(
        String(tokenAt(tokens, index).attrGet('style') ?? ''),
      );
      return align ? `<${tag} style="text-align: ${align[1]};">` : `<${tag}>`;
    };
  }
}

function addEmptyRow(state: StateBlock): void {
  const close = tokenAt(state.tokens, state.tokens.length - 1);
  state.tokens.pop();
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

/** Adds the cells beyond the last column of the head, which markdown-it leaves out. */
function addFurtherCells(state: StateBlock): void {
  const from = state.tokens.findLastIndex(({ type }) => type === 'table_open');
  const table = state.tokens.splice(from);
  const columns = table.filter(({ type }) => type === 'th_open').length;
  const rows = table.filter(({ type }) => type === 'tr_open').map(({ map }) => cellsOf(state, map?.[0] ?? 0));
  const widest = Math.max(...rows.map(({ length }) => length));
  const allowed = Math.min(limits.tableColumns, Math.floor(limits.tableCells / rows.length));
  const width = Math.max(columns, Math.min(widest, allowed));
  let row = 0;
  state.level += 3;
  for (const token of table) {
    if (token.type === 'tr_close') {
      const cells = rows[row] ?? [];
      // Cells beyond the limit become text of the last cell.
      if (cells.length > width) cells.splice(width - 1, cells.length, cells.slice(width - 1).join(' | '));
      const tag = row === 0 ? 'th' : 'td';
      if (width > columns) for (let at = columns; at < width; at++) pushCell(state, tag, cells[at] ?? '');
      else if (cells.length === width)
        tokenAt(state.tokens, state.tokens.length - 2).content = cells.at(-1) ?? '';
      row++;
    }
    state.tokens.push(token);
  }
  state.level -= 3;
}

/** Splits a line of a table into its cells. `\|` is a bar within a cell. */
function cellsOf(state: StateBlock, line: number): string[] {
  const text = state.src.slice(textStart(state, line), lineEnd(state, line)).trim();
  const cells = text.split(/(?<!\\)\|/);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

function pushCell(state: StateBlock, tag: 'th' | 'td', content: string): void {
  state.push(`${tag}_open`, tag, 1);
  const cell = state.push('inline', '', 0);
  cell.content = content;
  cell.children = [];
  state.push(`${tag}_close`, tag, -1);
}
