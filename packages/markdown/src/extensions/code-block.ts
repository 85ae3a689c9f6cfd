import type { MarkdownIt, Token } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { findLanguage, highlight, type Language } from '../highlight/index.ts';
import { tokenAt } from '../parser/lines.ts';
import { mayAdd, type RenderState, stateOf } from '../syntax/state.ts';

/** Renders code in the form that clients style, with the language as an attribute; an unknown one as typed. */
export function codeBlock(md: MarkdownIt): void {
  md.renderer.rules.fence = (tokens, index, _options, env) => {
    const token = tokenAt(tokens, index);
    return codeHtml(stateOf(env), token, token.info);
  };
  md.renderer.rules.code_block = (tokens, index, _options, env) =>
    codeHtml(stateOf(env), tokenAt(tokens, index), undefined);
}

function codeHtml(env: RenderState, token: Token, info: string | undefined): string {
  const typed = info === undefined ? '' : languageWord(info) || (env.ctx.defaultCodeLanguage ?? '');
  const named = typed === '' ? undefined : findLanguage(typed);
  const attribute = typed === '' ? '' : ` data-code-language="${escapeHtml(named?.name ?? typed)}"`;
  const language = named ?? (typed === '' ? languageOfShebang(token.content) : undefined);
  const content = token.content === '' || token.content.endsWith('\n') ? token.content : `${token.content}\n`;
  let code: string;
  if (language !== undefined && content.length <= env.highlightBudget) {
    env.highlightBudget -= content.length;
    code = highlight(content, language);
    if (!mayAdd(env, code)) code = escapeHtml(content);
  } else {
    code = escapeHtml(content);
  }
  return `<div class="codehilite"${attribute}><pre><span></span><code>${code}</code></pre></div>\n`;
}

/** Returns the language that a shebang line names (`#!/usr/bin/env python3`, `#!python`); undefined without one. */
function languageOfShebang(content: string): Language | undefined {
  if (!content.startsWith('#!')) return undefined;
  const interpreter = /^#!\s*(?:\S*\/)?(?:env\s+)?([A-Za-z+#]+)[\d.]*\s*$/m.exec(content.slice(0, 100))?.[1];
  return interpreter === undefined ? undefined : findLanguage(interpreter);
}

/** Returns the language in an info string, the text after an opening fence: `python`, `{.python}`, `python title=x`. */
function languageWord(info: string): string {
  return /^\{?\.?([^\s{}]*)/.exec(info)?.[1] ?? '';
}
