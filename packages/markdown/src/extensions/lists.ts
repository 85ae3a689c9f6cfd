import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { findRule, indentListItems } from '../parser/internals.ts';
import { lineEnd, textStart } from '../parser/lines.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Number of columns by which a line must be indented more than the list marker to belong to the list item. */
const nesting = 2;

/**
 * Adapts lists to team chat. An indentation of two spaces nests a list, even in a numbered list, for which CommonMark requires
 * more. Items of the same list may have different bullets. Numbers stay as typed, and a year at the beginning of a line is text.
 */
export function lists(md: MarkdownIt): void {
  indentListItems(md, (markerColumn) => markerColumn + nesting);
  const { fn: parseList, alt } = findRule<BlockRule>(md.block.ruler, 'list');
  const rule: BlockRule = (state, startLine, endLine, silent) =>
    !isYear(state, startLine) && parseList(state, startLine, endLine, silent);
  md.block.ruler.at('list', rule, { alt });
  // Asked before each further item of a list.
  const endsBefore: BlockRule = (state, startLine, _endLine, silent) =>
    silent && isYear(state, startLine, numberAbove);
  md.block.ruler.before('list', 'year', endsBefore, { alt: ['list'] });
  md.core.ruler.after('block', 'merge_lists', mergeBulletLists);
  md.core.ruler.after('merge_lists', 'typed_numbers', keepTypedNumbers);
}

const yearPattern = /(\d{4,9})[.)]/y;
const itemPattern = /^[\s>]*(\d{1,9})[.)]/;

/** Maximum number of lines that are searched for the number of the item before. */
const maxItemLines = 100;

/** Returns whether a line begins with a number of four or more digits that does not continue the numbering of the line before. */
function isYear(state: StateBlock, line: number, numberBefore = numberOfLineAbove): boolean {
  yearPattern.lastIndex = textStart(state, line);
  const number = yearPattern.exec(state.src)?.[1];
  return number !== undefined && numberBefore(state, line) !== Number(number) - 1;
}

const numberOfLineAbove = (state: StateBlock, line: number): number | undefined =>
  line === 0 ? undefined : numberOf(state, line - 1);

/** Returns the number of the nearest item above a line. */
function numberAbove(state: StateBlock, line: number): number | undefined {
  for (let above = line - 1; above >= Math.max(0, line - maxItemLines); above--) {
    const number = numberOf(state, above);
    if (number !== undefined) return number;
  }
  return undefined;
}

function numberOf(state: StateBlock, line: number): number | undefined {
  const number = itemPattern.exec(state.src.slice(messageLineStart(state, line), lineEnd(state, line)))?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Returns where a line of the message begins. `bMarks` may be after the mark of an item or quote. */
const messageLineStart = (state: StateBlock, line: number): number =>
  line === 0 ? 0 : lineEnd(state, line - 1) + 1;

function mergeBulletLists(state: StateCore): void {
  const { tokens } = state;
  let length = 0;
  for (const token of tokens) {
    const last = tokens[length - 1];
    if (
      token.type === 'bullet_list_open' &&
      last?.type === 'bullet_list_close' &&
      last.level === token.level
    ) {
      length--;
      continue;
    }
    tokens[length++] = token;
  }
  tokens.length = length;
}

type NumberedList = { open: Token; items: { index: number; number: number }[] };

/**
 * Splits numbered lists where the next number does not follow, because clients only know the number with which a list starts.
 * A list that repeats one number (`1.` `1.` `1.`) is numbered from there.
 */
function keepTypedNumbers(state: StateCore): void {
  const { tokens } = state;
  const open: (NumberedList | undefined)[] = [];
  /** The lists that end before an item, by the item's index. */
  const splits = new Map<number, { open: Token; number: number }>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'ordered_list_open') open.push({ open: token, items: [] });
    else if (token.type === 'bullet_list_open') open.push(undefined);
    else if (token.type === 'bullet_list_close') open.pop();
    else if (token.type === 'list_item_open') open.at(-1)?.items.push({ index, number: Number(token.info) });
    else if (token.type === 'ordered_list_close') noteSplits(open.pop(), splits);
  }
  if (splits.size === 0) return;
  state.tokens = tokens.flatMap((token, index) => {
    const split = splits.get(index);
    return split === undefined ? [token] : [...restart(state, split), token];
  });
}

function noteSplits(
  list: NumberedList | undefined,
  splits: Map<number, { open: Token; number: number }>,
): void {
  if (!list) return;
  const { open, items } = list;
  const [first] = items;
  if (items.every(({ number }) => number === first?.number)) return;
  let expected = first?.number;
  for (const { index, number } of items) {
    if (number !== expected) splits.set(index, { open, number });
    expected = number + 1;
  }
}

function restart(state: StateCore, { open, number }: { open: Token; number: number }): Token[] {
  const create = (type: string, nesting: -1 | 1): Token => {
    const token = new state.Token(type, 'ol', nesting);
    token.markup = open.markup;
    token.block = true;
    token.level = open.level;
    return token;
  };
  const begin = create('ordered_list_open', 1);
  if (number !== 1) begin.attrs = [['start', String(number)]];
  return [create('ordered_list_close', -1), begin];
}
