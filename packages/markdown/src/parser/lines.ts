/** Lines of a block state and tokens of a list, by their index. markdown-it keeps a mark of each line in arrays of numbers. */
import type { StateBlock, Token } from 'markdown-it';

/** Offset of the first character of a line, after the marks of the quotes and items around it. */
export const lineStart = (state: StateBlock, line: number): number => state.bMarks[line] ?? 0;

/** Offset of the first character of a line that is no blank. */
export const textStart = (state: StateBlock, line: number): number =>
  lineStart(state, line) + (state.tShift[line] ?? 0);

/** Offset after the last character of a line. */
export const lineEnd = (state: StateBlock, line: number): number => state.eMarks[line] ?? 0;

/** Column at which the text of a line begins. */
export const columnOf = (state: StateBlock, line: number): number => state.sCount[line] ?? 0;

/** @throws Error beyond the end of the list */
export function tokenAt(tokens: readonly Token[], index: number): Token {
  const token = tokens[index];
  if (!token) throw new Error(`There is no token ${index} among ${tokens.length}.`);
  return token;
}
