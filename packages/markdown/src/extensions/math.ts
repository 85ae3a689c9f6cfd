import katex from 'katex';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { limits } from '../limits.ts';
import { tokenAt } from '../parser/lines.ts';
import { mayAdd, type RenderState, stateOf } from '../syntax/state.ts';
import { limitedMacros } from './formula-macros.ts';

/** Parses `$$…$$` in a line. It stays text when it is empty, has no end, or starts with `_` (the face `$$_$$`). */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'math', parseMath);
  md.renderer.rules.math_inline = (tokens, index) => tokenAt(tokens, index).content;
  md.renderer.rules.math_block = (tokens, index) => tokenAt(tokens, index).content;
}

const dollar = 0x24;
const underscore = 0x5f;

function parseMath(state: StateInline, silentMode: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== dollar || src.charCodeAt(pos + 1) !== dollar) return false;
  const end = findEnd(src, pos + 2, state.posMax);
  if (end === -1) {
    // Skips all adjacent dollar signs, so that none of them starts a formula.
    let run = pos + 2;
    while (run < state.posMax && src.charCodeAt(run) === dollar) run++;
    if (!silentMode) state.pending += src.slice(pos, run);
    state.pos = run;
    return true;
  }
  if (!silentMode) {
    const tex = src.slice(pos + 2, end);
    state.push('math_inline', '', 0).content = formulaHtml(stateOf(state.env), tex, false);
  }
  state.pos = end + 2;
  return true;
}

function findEnd(src: string, from: number, max: number): number {
  const first = src.charCodeAt(from);
  if (first === dollar || first === underscore) return -1;
  for (let pos = from; pos < max - 1; pos++) {
    const code = src.charCodeAt(pos);
    if (code === 0x0a) return -1;
    if (code === 0x5c) {
      pos++;
    } else if (code === dollar) {
      const blank = src.slice(from, pos).trim() === '';
      return src.charCodeAt(pos + 1) === dollar && src.charCodeAt(pos + 2) !== dollar && !blank ? pos : -1;
    }
  }
  return -1;
}

/** Returns a formula as HTML with MathML. A formula that is invalid or exceeds the message's budget is shown as its source. */
export function formulaHtml(env: RenderState, tex: string, display: boolean): string {
  const key = `${display ? 'd' : 'i'}${tex}`;
  let html = env.formulas.get(key);
  if (html === undefined) {
    html = renderFormula(env, tex, display) ?? invalid(tex, display);
    env.formulas.set(key, html);
  }
  return mayAdd(env, html) ? html : invalid(tex, display);
}

function invalid(tex: string, display: boolean): string {
  return display
    ? `<span class="tex-error">${escapeHtml(tex.trim())}</span>`
    : `<span class="tex-error">$$${escapeHtml(tex)}$$</span>`;
}

// Matches input that would make KaTeX write to the console of the server: debugging commands, and `\verb` with characters outside
// ASCII, which may have no font metrics. KaTeX's strictest mode would also reject such characters where people type them on
// purpose.
const speaking = /\\(?:message|errmessage|show|@?char)(?![a-zA-Z@])|\\verb\b.*[^\x20-\x7e]/s;

function renderFormula(env: RenderState, tex: string, display: boolean): string | undefined {
  if (speaking.test(tex)) return undefined;
  if (tex.length > limits.formulaLength || braceDepth(tex) > limits.formulaDepth) return undefined;
  env.formulaBudget -= formulaCost(tex);
  if (env.formulaBudget < 0) return undefined;
  try {
    return katex.renderToString(tex, {
      displayMode: display,
      output: 'htmlAndMathml',
      throwOnError: true,
      trust: false,
      strict: (code) => (code === 'unknownSymbol' ? 'error' : 'ignore'),
      maxExpand: limits.formulaExpansions,
      macros: limitedMacros(limits.formulaMacroTokens),
      maxSize: limits.formulaSize,
    });
  } catch {
    return undefined;
  }
}

/** Matches commands that define macros. */
const definition = /\\(?:[gex]?def|let|futurelet|newcommand|providecommand|renewcommand)/;

/** Returns the estimated time for rendering a formula, in units of roughly 10 µs. */
function formulaCost(tex: string): number {
  let cost = 30 + tex.length;
  for (let pos = 0; pos < tex.length; pos++) {
    const code = tex.charCodeAt(pos);
    if (code === 0x26) cost += 12;
    else if (code === 0x5c) cost += 3;
    else if (code === 0x5e || code === 0x5f) cost += 3;
  }
  if (definition.test(tex)) cost += 500;
  return cost;
}

function braceDepth(tex: string): number {
  let depth = 0;
  let deepest = 0;
  for (const match of tex.matchAll(/[{}]|\\(?:left|right|begin|end)(?![a-zA-Z])|\\[^a-zA-Z]/g)) {
    const mark = match[0];
    if (mark === '{' || mark === '\\left' || mark === '\\begin') depth++;
    else if (mark === '}' || mark === '\\right' || mark === '\\end') depth--;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
