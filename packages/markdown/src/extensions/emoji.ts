import type { MarkdownIt, StateInline } from 'markdown-it';
import { zulipEmoji } from '../emoji/zulip.ts';
import { escapeHtml } from '../escape.ts';
import { tokenAt } from '../parser/lines.ts';
import { mayAdd, stateOf } from '../syntax/state.ts';
import { readEmojiName } from '../syntax/syntax.ts';
import type { Emoji } from '../types.ts';

/** Renders `:name:` as an emoji of Unicode or of the organization. Unknown names stay plain text. */
export function emoji(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'emoji', parseEmoji);
  md.renderer.rules.emoji = (tokens, index) => tokenAt(tokens, index).content;
}

function parseEmoji(state: StateInline, silentMode: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3a) return false;
  const name = readEmojiName(state.src, state.pos);
  if (name === undefined || state.pos + name.length + 2 > state.posMax) return false;
  const env = stateOf(state.env);
  const found = env.ctx.emoji(name) ?? (name === 'zulip' ? zulipEmoji : undefined);
  if (found === undefined) return false;
  if (!silentMode) {
    const html = emojiHtml(name, found);
    if (!mayAdd(env, html)) return false;
    state.push('emoji', '', 0).content = html;
  }
  state.pos += name.length + 2;
  return true;
}

export function emojiHtml(name: string, found: Emoji): string {
  const typed = escapeHtml(name);
  if (found.kind === 'realm') {
    return `<img alt=":${typed}:" class="emoji" src="${escapeHtml(found.url)}" title="${typed}">`;
  }
  const label = typed.replaceAll('_', ' ');
  return `<span aria-label="${label}" class="emoji emoji-${escapeHtml(found.code)}" role="img" title="${label}">:${typed}:</span>`;
}
