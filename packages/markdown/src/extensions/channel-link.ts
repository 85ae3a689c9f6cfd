import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeHtml } from '../escape.ts';
import { narrowUrl } from '../links/urls.ts';
import { tokenAt } from '../parser/lines.ts';
import { mayAdd, stateOf } from '../syntax/state.ts';
import { readChannelLink } from '../syntax/syntax.ts';

/** Renders `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`, except inside links and for unknown channels. */
export function channelLink(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'channel_link', parseChannelLink);
  md.renderer.rules.channel_link = (tokens, index) => tokenAt(tokens, index).content;
}

function parseChannelLink(state: StateInline, silentMode: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x23 || state.linkLevel > 0) return false;
  const read = readChannelLink(state.src, state.pos);
  if (read === undefined || read.end > state.posMax) return false;
  const env = stateOf(state.env);
  const channel = env.ctx.findChannel(read.name);
  if (channel === undefined) return false;
  if (!silentMode) {
    const { topic, messageId } = read;
    let label = `#${escapeHtml(channel.name)}`;
    let attributes = `class="stream" data-stream-id="${channel.id}"`;
    if (topic !== undefined) {
      const shown =
        topic === '' ? `<em>${escapeHtml(env.ctx.emptyTopicName ?? 'general chat')}</em>` : escapeHtml(topic);
      label += ` &gt; ${shown}`;
      attributes = `class="stream-topic" data-stream-id="${channel.id}"`;
      if (messageId !== undefined) {
        label += ' @ 💬';
        attributes = 'class="message-link"';
      }
    }
    const html = `<a ${attributes} href="${narrowUrl(channel, topic, messageId)}">${label}</a>`;
    if (!mayAdd(env, html)) return false;
    if (topic !== undefined) {
      const reference = { channelId: channel.id, topic, ...(messageId === undefined ? {} : { messageId }) };
      env.topics.set(JSON.stringify(reference), reference);
    }
    state.push('channel_link', '', 0).content = html;
  }
  state.pos = read.end;
  return true;
}
