import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { limits } from '../limits.ts';
import { tokenAt } from '../parser/lines.ts';
import { parseTime } from '../syntax/time.ts';

/** Renders `<time:…>`, a time that clients show in the time zone of each reader. What is no time stays as it was typed. */
export function time(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'time', parseTimeSyntax);
  md.renderer.rules.time = (tokens, index) => tokenAt(tokens, index).content;
}

function parseTimeSyntax(state: StateInline, silentMode: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x3c || !src.startsWith('<time:', pos)) return false;
  const window = src.slice(pos + 6, Math.min(state.posMax, pos + 7 + limits.timeLength));
  const close = window.search(/[>\n]/);
  if (close <= 0 || window[close] !== '>') return false;
  const typed = window.slice(0, close);
  if (typed.trim() === '') return false;
  if (!silentMode) {
    const date = parseTime(typed.trim());
    state.push('time', '', 0).content =
      date === undefined
        ? escapeHtml(`<time:${typed}>`)
        : `<time datetime="${date.toISOString().replace(/\.\d+Z$/, 'Z')}">${escapeHtml(typed)}</time>`;
  }
  state.pos = pos + 6 + close + 1;
  return true;
}
