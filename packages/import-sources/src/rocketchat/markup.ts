import { firstItem, itemAt, required } from '@parley/core';
import { secondsOf } from '../reading/values.ts';
import { type Emphasis, isWord, joinTokens, type Token } from '../text/delimiters.ts';
import { type Block, type Inline, paragraph, text } from '../text/tree.ts';
import { emojiNode, type RocketChatNames, rocketChatLink } from './names.ts';

/** Longer texts are shown as they are: no message is this long. */
const maxLength = 200_000;

/**
 * The parser of Rocket.Chat's markup: one or two `*`, `_` and `~`, code, quotes, headings, lists, links in both forms, mentions,
 * `#channel`, emoji and `<t:…>`. Each text is read in time proportional to its length.
 */
export function parseMarkup(source: string, names: RocketChatNames): Block[] {
  const clean = source.replaceAll('\0', '').replace(/\r\n?/g, '\n');
  if (clean.length > maxLength) return [paragraph(text(clean))];
  const blocks: Block[] = [];
  let lines: string[] = [];
  const all = clean.split('\n');
  const closers = all.flatMap((line, index) => (/```\s*$/.test(line) ? [index] : []));
  let nextCloser = 0;
  for (let index = 0; index < all.length; index++) {
    const line = itemAt(all, index);
    const single = /^\s*```(.+)```\s*$/.exec(line)?.[1];
    const language = /^\s*```\s*([^\s`]*)\s*$/.exec(line)?.[1];
    while (nextCloser < closers.length && itemAt(closers, nextCloser) <= index) nextCloser++;
    const end = language === undefined ? -1 : (closers[nextCloser] ?? -1);
    if (single !== undefined || end !== -1) {
      blocks.push(...parseLines(lines, names));
      lines = [];
      if (single !== undefined) blocks.push({ type: 'code', text: single });
      else {
        const code = all.slice(index + 1, end);
        const last = itemAt(all, end).replace(/```\s*$/, '');
        blocks.push({
          type: 'code',
          text: [...code, ...(last.trim() === '' ? [] : [last])].join('\n'),
          language,
        });
        index = end;
      }
    } else lines.push(line);
  }
  blocks.push(...parseLines(lines, names));
  return blocks;
}

type Kind = 'text' | 'quote' | 'bullets' | 'numbers' | 'heading' | 'rule';

const kindOf = (line: string): Kind => {
  if (/^>/.test(line)) return 'quote';
  if (/^\s*[-*+] \S/.test(line) && !/^\s*\*[^*]*\*\s*$/.test(line)) return 'bullets';
  if (/^\s*\d{1,9}\. \S/.test(line)) return 'numbers';
  if (/^#{1,4} \S/.test(line)) return 'heading';
  return 'text';
};

function parseLines(lines: readonly string[], names: RocketChatNames): Block[] {
  const blocks: Block[] = [];
  let group: string[] = [];
  let kind: Kind = 'text';
  const close = (): void => {
    if (group.length > 0) blocks.push(...parseGroup(kind, group, names));
    group = [];
  };
  for (const line of lines) {
    const next = kindOf(line);
    if (next !== kind || next === 'heading') close();
    kind = next;
    group.push(line);
  }
  close();
  return blocks;
}

function parseGroup(kind: Kind, lines: readonly string[], names: RocketChatNames): Block[] {
  switch (kind) {
    case 'quote':
      return [
        {
          type: 'quote',
          children: paragraphs(
            lines.map((line) => line.replace(/^>+ ?/, '')),
            names,
          ),
        },
      ];
    case 'heading':
      return lines.map((line) => ({
        type: 'heading',
        level: line.indexOf(' '),
        children: parseInline(line.replace(/^#{1,4} /, ''), names),
      }));
    case 'bullets':
      return [
        {
          type: 'list',
          items: lines.map((line) => [paragraph(...parseInline(line.replace(/^\s*[-*+] /, ''), names))]),
        },
      ];
    case 'numbers': {
      const start = Number.parseInt(firstItem(lines), 10);
      const items = lines.map((line) => [
        paragraph(...parseInline(line.replace(/^\s*\d{1,9}\. /, ''), names)),
      ]);
      return [{ type: 'list', start, items }];
    }
    default:
      return paragraphs(lines, names);
  }
}

/** Empty lines separate paragraphs. */
function paragraphs(lines: readonly string[], names: RocketChatNames): Block[] {
  const blocks: Block[] = [];
  let children: Inline[] = [];
  const close = (): void => {
    if (children.length > 0) blocks.push(paragraph(...children));
    children = [];
  };
  for (const line of lines) {
    if (line.trim() === '') close();
    else {
      if (children.length > 0) children.push(text('\n'));
      children.push(...parseInline(line, names));
    }
  }
  close();
  return blocks;
}

const kinds: Readonly<Record<string, Emphasis>> = { '*': 'strong', _: 'emphasis', '~': 'strike' };

const construct =
  /\\([*_~`#.\\])|`([^`\n]+)`|!?\[([^[\]\n]{0,500})\]\(([^()\s]{1,2000}(?:\([^()\s]{0,100}\)[^()\s]{0,1000})?)\)|<(https?:\/\/[^\s<>|]{1,2000})(?:\|([^<>\n]{1,500}))?>|<t:(\d{1,11})(?::[tTdDfFR])?>|(https?:\/\/[^\s<>"]{1,2000})|@([\p{L}\p{N}._-]{1,100})|#([\p{L}\p{N}._-]{1,100})|:([a-z0-9_+-]{1,100}):|\*+|_+|~+/giu;

function parseInline(line: string, names: RocketChatNames): Inline[] {
  const tokens: Token[] = [];
  let at = 0;
  const add = (index: number, length: number, token: Token): void => {
    if (index > at) tokens.push({ text: line.slice(at, index) });
    tokens.push(token);
    at = index + length;
  };
  const pattern = new RegExp(construct);
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const [all, escaped, code, label, target, url, urlLabel, time, bare, person, channel, emoji] = match;
    const { index } = match;
    const before = line[index - 1] ?? ' ';
    if (escaped !== undefined) add(index, 2, { text: escaped });
    else if (code !== undefined) add(index, all.length, { node: { type: 'code', text: code } });
    else if (target !== undefined) add(index, all.length, { node: labelled(target, label ?? '', names) });
    else if (url !== undefined) add(index, all.length, { node: labelled(url, urlLabel ?? '', names) });
    else if (time !== undefined) {
      const seconds = secondsOf(time);
      if (seconds !== undefined) add(index, all.length, { node: { type: 'time', time: seconds } });
    } else if (bare !== undefined) {
      const address = bare.replace(/[.,;:!?*_~)\]}'"]+$/, '');
      add(index, address.length, { node: rocketChatLink(address, [], '') });
    } else if (person !== undefined) {
      const found = isWord(before) ? undefined : names.mention(person);
      if (found) add(index, found.length + 1, { node: found.node });
    } else if (channel !== undefined) {
      const found = isWord(before) ? undefined : channelOf(channel, names);
      if (found) add(index, found.length + 1, { node: found.node });
    } else if (emoji !== undefined) {
      const known = emojiNode(emoji, names);
      if (known.type === 'emoji') add(index, all.length, { node: known });
    } else {
      const after = line[index + all.length] ?? ' ';
      if (all.length > 2) add(index, all.length, { text: all });
      else {
        add(index, all.length, {
          sign: all,
          kind: required(kinds[all.charAt(0)], `kind of emphasis for ${all}`),
          canOpen: !isWord(before) && !/\s/.test(after),
          canClose: !isWord(after) && !/\s/.test(before),
        });
      }
    }
    // What is not known is read again behind its first character.
    pattern.lastIndex = Math.max(at, index + 1);
  }
  if (at < line.length) tokens.push({ text: line.slice(at) });
  return joinTokens(tokens);
}

function channelOf(written: string, names: RocketChatNames): { node: Inline; length: number } | undefined {
  for (let name = written; name !== ''; name = name.slice(0, -1)) {
    const node = names.channel(name);
    if (node) return { node, length: name.length };
    if (!/[.\-_]$/.test(name)) return undefined;
  }
  return undefined;
}

function labelled(url: string, label: string, names: RocketChatNames): Inline {
  const children = label.trim() === '' ? [] : parseLabel(label, names);
  return rocketChatLink(url, children, label);
}

/** Labels have emoji, but no links or mentions inside. */
const parseLabel = (label: string, names: RocketChatNames): Inline[] =>
  label
    .split(/(:[a-z0-9_+-]{1,100}:)/i)
    .map((part, index) => (index % 2 === 1 ? emojiNode(part.slice(1, -1), names) : text(part)));
