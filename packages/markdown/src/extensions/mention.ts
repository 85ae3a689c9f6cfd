import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { tokenAt } from '../parser/lines.ts';
import { mayAdd, type RenderState, stateOf } from '../syntax/state.ts';
import { type MentionSyntax, mayMentionAfter, readMention, wildcardKind } from '../syntax/syntax.ts';

/**
 * Parses mentions: `@**Name**`, `@**Name|id**`, `@*group*`, `@*|id*`, `@**all**`, `@**topic**`, and the silent forms with `@_`, which
 * notify no one. Mentions in a quote are always silent, so that quoting a message does not notify people again. A mention of an
 * unknown name stays plain text.
 */
export function mention(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mention', parseMention);
  md.renderer.rules.mention = (tokens, index) => tokenAt(tokens, index).content;
}

function parseMention(state: StateInline, silentMode: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x40) return false;
  const read = readMention(state.src, state.pos);
  if (read === undefined || read.end > state.posMax) return false;
  if (!mayMentionAfter(state.src.slice(Math.max(0, state.pos - 2), state.pos))) return false;
  const env = stateOf(state.env);
  const found = resolve(env, read);
  if (found === undefined) return false;
  if (!silentMode) {
    if (!mayAdd(env, found.html)) return false;
    found.note();
    state.push('mention', '', 0).content = found.html;
  }
  state.pos = read.end;
  return true;
}

/** The HTML of a mention, and a function that adds the mentioned people to the result. */
type Found = { html: string; note: () => void };

function resolve(env: RenderState, read: MentionSyntax): Found | undefined {
  const { ctx } = env;
  const silent = read.silent || env.quoteDepth > 0;
  const classes = (name: string) => (silent ? `${name} silent` : name);
  const sign = silent ? '' : '@';
  if (read.group) {
    const group = ctx.findGroup(read.name, read.id);
    if (group === undefined) return undefined;
    return {
      html: `<span class="${classes('user-group-mention')}" data-user-group-id="${group.id}">${sign}${escapeHtml(group.name)}</span>`,
      note: () => void (silent ? env.silentGroups : env.groups).add(group.id),
    };
  }
  const kind = read.id === undefined ? wildcardKind(read.name) : undefined;
  if (kind === 'topic') {
    if (ctx.topicWildcards === false) return undefined;
    return {
      html: `<span class="${classes('topic-mention')}">${sign}${read.name}</span>`,
      note: () => {
        env.topicWildcard ||= !silent;
      },
    };
  }
  if (kind === 'channel') {
    if (ctx.channelWildcards === false) return undefined;
    return {
      html: `<span class="${classes('user-mention channel-wildcard-mention')}" data-user-id="*">${sign}${read.name}</span>`,
      note: () => {
        env.channelWildcard ||= !silent;
      },
    };
  }
  const user = ctx.findUser(read.name, read.id);
  if (user === undefined) return undefined;
  return {
    html: `<span class="${classes('user-mention')}" data-user-id="${user.id}">${sign}${escapeHtml(user.fullName)}</span>`,
    note: () => void (silent ? env.silentUsers : env.users).add(user.id),
  };
}
