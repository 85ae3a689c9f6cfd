import type { MarkdownIt, StateBlock } from 'markdown-it';
import { limits } from '../limits.ts';
import { columnOf, lineEnd, textStart } from '../parser/lines.ts';
import { stateOf } from '../syntax/state.ts';
import { formulaHtml } from './math.ts';

/**
 * Parses fenced blocks: ```` ```quote ````, ```` ```spoiler header ````, ```` ```math ```` and code. Quotes and spoilers
 * contain further blocks.
 *
 * A fence without a word closes the innermost block whose opening fence has the same character and length. Inside quotes and
 * spoilers every other fence opens a block. A block without a closing fence extends to the end of the surrounding block.
 */
export function fence(md: MarkdownIt): void {
  md.block.ruler.at('fence', parseFence, { alt: ['paragraph', 'blockquote', 'list'] });
  const rules = md.renderer.rules;
  rules.spoiler_open = () => '<div class="spoiler-block"><div class="spoiler-header">\n';
  rules.spoiler_content_open = () => '</div><div class="spoiler-content" aria-hidden="true">\n';
  rules.spoiler_close = () => '</div></div>\n';
}

type Fence = { marker: number; length: number; info: string };

function readFence(state: StateBlock, line: number): Fence | undefined {
  if (columnOf(state, line) - state.blkIndent >= 4) return undefined;
  const start = textStart(state, line);
  const max = lineEnd(state, line);
  const marker = state.src.charCodeAt(start);
  if (start + 3 > max || (marker !== 0x7e && marker !== 0x60)) return undefined;
  const pos = state.skipChars(start, marker);
  if (pos - start < 3) return undefined;
  const info = state.src.slice(pos, max).trim();
  // Lines such as `~~~~ a ~~~~` are no fences. Otherwise their text would be hidden, and the rest of the message would become
  // code.
  if (info.includes('`') || info.includes('~')) return undefined;
  return { marker, length: pos - start, info };
}

function parseFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const open = readFence(state, startLine);
  if (open === undefined) return false;
  if (silent) return true;
  const word = open.info.replace(/\s.*/s, '');
  const kind = word.toLowerCase();
  const container = (kind === 'quote' || kind === 'spoiler') && state.level < limits.blockLevel;
  const last = findEnd(state, startLine, endLine, open, container);
  const closed = last < endLine && isClosing(state, last, open);
  if (kind === 'quote' && container) {
    state.push('blockquote_open', 'blockquote', 1).map = [startLine, last];
    parseInside(state, startLine + 1, last);
    state.push('blockquote_close', 'blockquote', -1);
  } else if (kind === 'spoiler' && container) {
    pushSpoiler(state, open.info.slice(word.length).trim(), startLine, last);
  } else {
    const content = state.getLines(startLine + 1, last, columnOf(state, startLine), true);
    if (kind === 'math') {
      pushFormula(state, content);
    } else {
      const token = state.push('fence', 'code', 0);
      token.info = open.info;
      token.content = trimCode(content);
    }
  }
  state.line = last + (closed ? 1 : 0);
  return true;
}

/** Removes spaces at the ends of lines, and empty lines at the start and end of the code. */
function trimCode(content: string): string {
  const lines = content.split('\n').map((line) => line.trimEnd());
  let from = 0;
  let to = lines.length;
  while (from < to && lines[from] === '') from++;
  while (to > from && lines[to - 1] === '') to--;
  return lines.slice(from, to).join('\n');
}

function isClosing(state: StateBlock, line: number, open: Fence): boolean {
  const found = readFence(state, line);
  return (
    found !== undefined && found.marker === open.marker && found.length === open.length && found.info === ''
  );
}

/** Returns the number of the line with the closing fence, or of the first line after the block when no fence closes it. */
function findEnd(
  state: StateBlock,
  startLine: number,
  endLine: number,
  open: Fence,
  container: boolean,
): number {
  const stack: Fence[] = [open];
  for (let line = startLine + 1; line < endLine; line++) {
    const start = textStart(state, line);
    if (start < lineEnd(state, line) && columnOf(state, line) < state.blkIndent) return line;
    const found = readFence(state, line);
    if (found === undefined) continue;
    const top = stack.at(-1) ?? open;
    if (isClosing(state, line, top)) {
      stack.pop();
      if (stack.length === 0) return line;
    } else if (isClosing(state, line, open)) {
      if (!container || isContainer(top)) return line;
    } else if (container && isContainer(top) && stack.length < limits.blockLevel) {
      stack.push(found);
    }
  }
  return endLine;
}

function isContainer(fenceLine: Fence): boolean {
  return /^(?:quote|spoiler)(?:\s|$)/i.test(fenceLine.info);
}

function parseInside(state: StateBlock, from: number, to: number): void {
  const { lineMax, parentType, line, tight } = state;
  // Stricter rules apply to a list that interrupts a paragraph. The parent type `root` tells the parser that a list at the
  // start of this block does not interrupt one.
  state.parentType = 'root';
  state.lineMax = to;
  state.line = from;
  state.md.block.tokenize(state, from, to);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.line = line;
  state.tight = tight;
}

function pushSpoiler(state: StateBlock, header: string, startLine: number, last: number): void {
  state.push('spoiler_open', '', 1).map = [startLine, last];
  if (header !== '') {
    state.push('paragraph_open', 'p', 1);
    const inline = state.push('inline', '', 0);
    inline.content = header;
    inline.children = [];
    inline.map = [startLine, startLine + 1];
    state.push('paragraph_close', 'p', -1);
  }
  state.push('spoiler_content_open', '', 0);
  parseInside(state, startLine + 1, last);
  state.push('spoiler_close', '', -1);
}

function pushFormula(state: StateBlock, content: string): void {
  const env = stateOf(state.env);
  const paragraphs: string[] = [];
  // Blank lines separate formulas, just as they separate paragraphs of text.
  for (const tex of content.split(/\n[ \t]*\n/)) {
    if (tex.trim() !== '') paragraphs.push(formulaHtml(env, tex.trim(), true));
  }
  const html = paragraphs.map((paragraph) => `<p>${paragraph}</p>\n`).join('');
  if (html !== '') state.push('math_block', '', 0).content = html;
}
