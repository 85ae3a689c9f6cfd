/** The part of a mail that is plain text. */
import { oneLine } from '@parley/core';
import { hiddenText, type MessageContext, timeText } from './html.ts';

/** A line that begins or ends a block: its marks, and the kind or language after them. */
const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/;

type Block = { marks: string; kind: 'code' | 'quote' | 'spoiler' };

/**
 * Returns a message's Markdown for a mail: mentions, quotes and links to conversations as people read them in mails,
 * addresses that can be opened, times in the reader's time zone, and without the text of spoilers. Code stays as it is.
 */
export function textForMail(content: string, context: MessageContext): string {
  const lines: string[] = [];
  /** The open blocks, from the outside to the inside. */
  const open: Block[] = [];
  const write = (line: string) => {
    if (open.some(({ kind }) => kind === 'spoiler')) return;
    lines.push('> '.repeat(open.filter(({ kind }) => kind === 'quote').length) + line);
  };
  for (const line of content.trim().split('\n')) {
    const inner = open.at(-1);
    const [, marks, info = ''] = fence.exec(line) ?? [];
    if (marks && inner && info.trim() === '' && closes(marks, inner.marks)) {
      if (inner.kind === 'code') write(line);
      open.pop();
    } else if (marks && inner?.kind !== 'code') {
      const [kind, ...rest] = info.trim().split(/\s+/);
      if (kind === 'spoiler') write(`${readable(rest.join(' '), context)} ${hiddenText}`.trim());
      else if (kind !== 'quote') write(line);
      open.push({ marks, kind: kind === 'spoiler' || kind === 'quote' ? kind : 'code' });
    } else write(inner?.kind === 'code' ? line : readable(line, context));
  }
  const text = lines.join('\n');
  return text.startsWith('/me ') ? `${oneLine(context.sender)} ${text.slice('/me '.length)}` : text;
}

const closes = (marks: string, opening: string): boolean =>
  marks[0] === opening[0] && marks.length >= opening.length;

/** Returns a line without the marks that only a client interprets. */
const readable = (line: string, { publicUrl, timeOf }: MessageContext): string =>
  line
    .replaceAll(/@(_?)\*\*([^*|\n]+)(?:\|\d+)?\*\*/g, (_match, silent: string, name: string) =>
      silent === '' ? `@${name}` : name,
    )
    .replaceAll(/@(_?)\*([^*\n]+)\*/g, (_match, silent: string, name: string) =>
      silent === '' ? `@${name}` : name,
    )
    .replaceAll(/#\*\*([^*>\n]+)(?:>([^*\n]+))?\*\*/g, (_match, channel: string, topic?: string) =>
      topic === undefined ? `#${channel}` : `#${channel} > ${topic.replace(/@\d+$/, '')}`,
    )
    .replaceAll(/<time:([^<>\n]+)>/g, (_match, time: string) => timeText(time, timeOf, time))
    .replaceAll(
      /\]\(([/#][^/\s)][^\s)]*)\)/g,
      (_match, address: string) => `](${publicUrl}${address.startsWith('#') ? '/' : ''}${address})`,
    );
