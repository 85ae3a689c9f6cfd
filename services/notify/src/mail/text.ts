/** Builds the plain text part of mails about messages. */
import { oneLine } from '@parley/core';
import { hiddenText, type MessageContext, timeText } from './html.ts';

/** Begins or ends a code block, quotation or spoiler. Captures its marks, and the text after them. */
const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/;

type Block = { marks: string; kind: 'code' | 'quote' | 'spoiler' };

/**
 * Converts the Markdown of a message into plain text for a mail. It replaces the syntax of mentions, quotations and links to
 * conversations, makes URLs absolute, and shows times in the reader's time zone. It omits the text of spoilers. Code blocks are
 * unchanged.
 */
export function textForMail(content: string, context: MessageContext): string {
  const lines: string[] = [];
  /** The open blocks, outermost first. */
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

/** Returns a line in which Markdown that only a Parley client understands is replaced by readable text. */
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
