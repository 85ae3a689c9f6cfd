/**
 * Everything in this file depends on internals of markdown-it: the list of a ruler's rules, fields of its states, and the order
 * in which it parses list items. `internals.test.ts` fails when a new version changes them.
 */
import type { Delimiter, Env, MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { columnOf, lineEnd, lineStart, textStart } from './lines.ts';

/** A parser rule in the form in which markdown-it's rulers store it. */
export type Rule<Fn> = { name: string; fn: Fn; alt: string[] };

/** Returns a built-in rule of markdown-it, to wrap it. Reads a private field, because there is no public method. */
export function findRule<Fn>(ruler: object, name: string): Rule<Fn> {
  const rules = (ruler as { __rules__?: Rule<Fn>[] }).__rules__;
  const rule = rules?.find((entry) => entry.name === name);
  if (rule === undefined) throw new Error(`The parser has no rule ${name}`);
  return rule;
}

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/**
 * Lets `indentOf` choose the column from which on a line belongs to a list item. Its argument is the column of the item's marker.
 * By default, the column of the item's text is used, which is also the maximum.
 */
export function indentListItems(md: MarkdownIt, indentOf: (markerColumn: number) => number): void {
  /** The lists that a state is parsing, the innermost last: the number of the list's first line, and the column of its marker. */
  const open = new WeakMap<StateBlock, { line: number; column: number }[]>();
  const { fn: parseList, alt } = findRule<BlockRule>(md.block.ruler, 'list');
  const rule: BlockRule = (state, startLine, endLine, silent) => {
    if (silent) return interruptsItem(state, startLine) || parseList(state, startLine, endLine, silent);
    let lists = open.get(state);
    if (lists === undefined) {
      lists = [];
      open.set(state, lists);
    }
    lists.push({ line: startLine, column: columnOf(state, startLine) });
    const found = parseList(state, startLine, endLine, silent);
    lists.pop();
    return found;
  };
  md.block.ruler.at('list', rule, { alt });
  const tokenize = md.block.tokenize.bind(md.block);
  md.block.tokenize = (state, line, endLine) => {
    if (state.parentType !== 'list') {
      tokenize(state, line, endLine);
      return;
    }
    const list = open.get(state)?.at(-1);
    const indent = indentOf(list?.line === line ? list.column : indentation(state, line));
    const begins = lineStart(state, line);
    // Text that starts four or more columns after the default column is indented code, whose indentation is kept.
    if (indent < state.blkIndent && columnOf(state, line) - state.blkIndent < 4) {
      state.blkIndent = indent;
      // On the first line, the text starts after the marker. markdown-it's list rule restores `tShift` and `sCount` afterwards.
      state.sCount[line] = indent;
      state.bMarks[line] = textStart(state, line);
      state.tShift[line] = 0;
    }
    tokenize(state, line, endLine);
    state.bMarks[line] = begins;
  };
}

const numberedItem = /\d{1,9}[.)][ \t]+\S/y;

/** Returns whether a line starts a numbered list that interrupts a paragraph; markdown-it accepts only lists from 1. */
function interruptsItem(state: StateBlock, line: number): boolean {
  if (state.parentType !== 'paragraph' || state.listIndent < 0) return false;
  const indent = columnOf(state, line) - state.blkIndent;
  if (indent < 0 || indent >= 4) return false;
  numberedItem.lastIndex = textStart(state, line);
  return numberedItem.test(state.src);
}

/** Returns the width of a line's leading blanks in columns. */
function indentation(state: StateBlock, line: number): number {
  let column = 0;
  for (let pos = lineStart(state, line); pos < lineEnd(state, line); pos++) {
    const code = state.src.charCodeAt(pos);
    if (code === 0x20) column++;
    else if (code === 0x09) column += 4 - ((column + (state.bsCount[line] ?? 0)) % 4);
    else break;
  }
  return column;
}

/**
 * Replaces the token and inline state classes of markdown-it with faster ones. Its published build defines every field of a
 * token with `Object.defineProperty`, which takes longer than parsing. The new classes have the same fields without that cost,
 * and inherit all methods except those that create tokens. The block state gets only a new `push`, which creates the new tokens.
 * markdown-it creates its states from the classes in its documented properties `State`, which are replaced here.
 */
export function usePlainState(md: MarkdownIt): void {
  const InlineState = md.inline.State;
  Object.setPrototypeOf(PlainToken.prototype, new InlineState('', md, {}, []).Token.prototype);
  Object.setPrototypeOf(PlainInlineState.prototype, InlineState.prototype);
  md.inline.State = PlainInlineState as unknown as typeof StateInline;
  md.block.State = withPlainTokens(md.block.State);
}

class PlainToken {
  type: string;
  tag: string;
  attrs: null = null;
  map: null = null;
  nesting: -1 | 0 | 1;
  level = 0;
  children: null = null;
  content = '';
  markup = '';
  info = '';
  meta: null = null;
  block = false;
  hidden = false;
  constructor(type: string, tag: string, nesting: -1 | 0 | 1) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }
}

const create = (type: string, tag: string, nesting: -1 | 0 | 1): Token =>
  new PlainToken(type, tag, nesting) as unknown as Token;

class PlainInlineState {
  src: string;
  env: Env;
  md: MarkdownIt;
  tokens: Token[];
  tokens_meta: ({ delimiters: Delimiter[] } | undefined)[];
  pos = 0;
  posMax: number;
  level = 0;
  pending = '';
  pendingLevel = 0;
  cache: Record<number, number> = {};
  backticks: Record<number, number> = {};
  backticksScanned = false;
  skipHtmlSpecial = false;
  linkLevel = 0;
  delimiters: Delimiter[] = [];
  _prev_delimiters: Delimiter[][] = [];
  Token = PlainToken;

  constructor(src: string, instance: MarkdownIt, env: Env, tokens: Token[]) {
    this.src = src;
    this.env = env;
    this.md = instance;
    this.tokens = tokens;
    this.tokens_meta = Array(tokens.length);
    this.posMax = src.length;
  }

  pushPending(): Token {
    const token = create('text', '', 0);
    token.content = this.pending;
    token.level = this.pendingLevel;
    this.tokens.push(token);
    this.pending = '';
    return token;
  }

  push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (this.pending !== '') this.pushPending();
    const token = create(type, tag, nesting);
    let meta: { delimiters: Delimiter[] } | undefined;
    if (nesting < 0) {
      this.level--;
      this.delimiters = this._prev_delimiters.pop() ?? [];
    }
    token.level = this.level;
    if (nesting > 0) {
      this.level++;
      this._prev_delimiters.push(this.delimiters);
      this.delimiters = [];
      meta = { delimiters: this.delimiters };
    }
    // Emphasis ends with the line, so the delimiters after a line break are paired separately.
    if (type === 'softbreak' || type === 'hardbreak') {
      const next: Delimiter[] = [];
      meta = { delimiters: this._prev_delimiters.length === 0 ? this.delimiters : next };
      this.delimiters = next;
    }
    this.pendingLevel = this.level;
    this.tokens.push(token);
    this.tokens_meta.push(meta);
    return token;
  }
}

/** Returns a class of block states that creates plain tokens. */
const withPlainTokens = (BlockState: typeof StateBlock): typeof StateBlock =>
  class extends BlockState {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = create(type, tag, nesting);
      token.block = true;
      if (nesting < 0) this.level--;
      token.level = this.level;
      if (nesting > 0) this.level++;
      this.tokens.push(token);
      return token;
    }
  };
