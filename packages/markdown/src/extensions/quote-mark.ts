import type { MarkdownIt, StateBlock } from 'markdown-it';
import { findRule } from '../parser/internals.ts';
import { columnOf, lineEnd, textStart } from '../parser/lines.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Text lines after lines with only `>` belong to the quote. Without such text, the lines are plain text. */
export function quoteMark(md: MarkdownIt): void {
  const { fn: parseQuote, alt } = findRule<BlockRule>(md.block.ruler, 'blockquote');
  /** The last examined range of lines with only `>`, by state, so that each line is examined only once. */
  const examined = new WeakMap<StateBlock, { from: number; to: number }>();
  const skipBareMarks = (state: StateBlock, startLine: number, endLine: number): number => {
    const known = examined.get(state);
    let line = known !== undefined && known.from <= startLine && startLine < known.to ? known.to : startLine;
    while (line < endLine && isBareMark(state, line)) line++;
    examined.set(state, { from: startLine, to: line });
    return line;
  };
  const rule: BlockRule = (state, startLine, endLine, silent) => {
    if (!isBareMark(state, startLine)) return parseQuote(state, startLine, endLine, silent);
    const line = skipBareMarks(state, startLine, endLine);
    if (line >= endLine || state.isEmpty(line)) return false;
    const isQuoteLine = state.src[textStart(state, line)] === '>';
    if (silent || isQuoteLine) return parseQuote(state, startLine, endLine, silent);
    quoteLines(state, startLine, line, endLine);
    return true;
  };
  md.block.ruler.at('blockquote', rule, { alt });
}

function isBareMark(state: StateBlock, line: number): boolean {
  const start = textStart(state, line);
  return state.src[start] === '>' && state.skipSpaces(start + 1) >= lineEnd(state, line);
}

/** Makes a quote of the lines from `line` up to the next empty line. */
function quoteLines(state: StateBlock, startLine: number, line: number, endLine: number): void {
  let end = line;
  while (end < endLine && !state.isEmpty(end) && columnOf(state, end) >= state.blkIndent) end++;
  const { parentType, lineMax } = state;
  state.parentType = 'blockquote';
  state.lineMax = end;
  state.push('blockquote_open', 'blockquote', 1).map = [startLine, end];
  state.md.block.tokenize(state, line, end);
  state.push('blockquote_close', 'blockquote', -1);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.line = end;
}
