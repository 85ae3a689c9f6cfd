import { secondsOf } from '../reading/values.ts';
import { isWord, joinTokens, type Token } from '../text/delimiters.ts';
import { type Block, type Inline, paragraph, text } from '../text/tree.ts';
import { type SlackNames, slackLink } from './names.ts';

/** Longer texts are shown as they are: no message is this long. */
const maxLength = 200_000;

/**
 * The parser of Slack's `mrkdwn`: `*bold*`, `_italic_`, `~strike~`, code, quotes, `<…>` sequences and the three entities. Marks
 * stand at the edges of words and end with their line. Each text is read in time proportional to its length.
 */
export function parseMrkdwn(source: string, names: SlackNames): Block[] {
  if (source.length > maxLength) return [paragraph(text(plain(source)))];
  const blocks: Block[] = [];
  for (const piece of splitFences(source)) {
    if (piece.isCode) blocks.push({ type: 'code', text: plain(piece.text).replace(/^\n/, '') });
    else blocks.push(...parseLines(piece.text, names));
  }
  return blocks;
}

/** Returns the pieces of one line without blocks, for titles and fields. */
export const parseMrkdwnLine = (source: string, names: SlackNames): Inline[] =>
  source
    .split('\n')
    .flatMap((line, index): Inline[] => [...(index === 0 ? [] : [text('\n')]), ...parseInline(line, names)]);

/** Returns a text with its entities decoded and its links as addresses. */
const plain = (source: string): string =>
  decode(source.replace(/<([^<>\n]*)>/g, (_all, inner: string) => plainSequence(inner)));

const decode = (source: string): string =>
  source.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

function plainSequence(inner: string): string {
  const bar = inner.indexOf('|');
  const target = bar === -1 ? inner : inner.slice(0, bar);
  const label = bar === -1 ? '' : inner.slice(bar + 1);
  if (/^[@#!]/.test(target))
    return label === '' ? target : /^[@#]/.test(label) ? label : `${target[0]}${label}`;
  return label === '' || label === target ? target : label;
}

function splitFences(source: string): { isCode: boolean; text: string }[] {
  const pieces: { isCode: boolean; text: string }[] = [];
  let at = 0;
  for (;;) {
    const start = source.indexOf('```', at);
    const end = start === -1 ? -1 : source.indexOf('```', start + 3);
    if (end === -1) break;
    pieces.push({ isCode: false, text: source.slice(at, start) });
    const code = source.slice(start + 3, end);
    pieces.push(code.trim() === '' ? { isCode: false, text: code } : { isCode: true, text: code });
    at = end + 3;
  }
  pieces.push({ isCode: false, text: source.slice(at) });
  // Blanks behind a block would be the beginning of a line.
  pieces.forEach((piece, index) => {
    if (pieces[index - 1]?.isCode) piece.text = piece.text.replace(/^ +/, '');
  });
  return pieces.filter((piece) => piece.text.trim() !== '');
}

const quoteMark = /^(?:&gt;|>) ?/;

function parseLines(source: string, names: SlackNames): Block[] {
  const blocks: Block[] = [];
  const lines = source
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\n+$/g, '')
    .split('\n');
  let quoted: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (quoted.length > 0) blocks.push({ type: 'quote', children: paragraphs(quoted, names) });
    if (open.length > 0) blocks.push(...paragraphs(open, names));
    quoted = [];
    open = [];
  };
  for (const [index, line] of lines.entries()) {
    if (/^(?:&gt;|>){3}/.test(line)) {
      close();
      quoted = [line.replace(/^(?:&gt;|>){3} ?/, ''), ...lines.slice(index + 1)];
      break;
    }
    const isQuote = quoteMark.test(line);
    if (isQuote !== quoted.length > 0) close();
    if (isQuote) quoted.push(line.replace(quoteMark, ''));
    else open.push(line);
  }
  close();
  return blocks;
}

/** Empty lines separate paragraphs. */
function paragraphs(lines: readonly string[], names: SlackNames): Block[] {
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

const kinds = { '*': 'strong', _: 'emphasis', '~': 'strike' } as const;

const sequence =
  /<([^<>\n]{1,3000})>|`([^`\n]+)`|:([^\s:<>`*~/\\]{1,100}):(?::?(skin-tone-[1-6]):)?|\*+|_+|~+/g;

function parseInline(line: string, names: SlackNames): Inline[] {
  const tokens: Token[] = [];
  let at = 0;
  const addText = (end: number): void => {
    if (end > at) tokens.push({ text: decode(line.slice(at, end)) });
  };
  for (const match of line.matchAll(sequence)) {
    const [all, inner, code, emoji] = match;
    const { index } = match;
    let node: Inline | undefined;
    if (inner !== undefined) node = parseSequence(inner, names);
    else if (code !== undefined) node = { type: 'code', text: plain(code) };
    else if (emoji !== undefined) {
      const known = names.emojiName(emoji);
      if (known === undefined) continue;
      node = { type: 'emoji', name: known };
    }
    addText(index);
    at = index + all.length;
    if (node) tokens.push({ node });
    else if (all.length > 1) tokens.push({ text: all });
    else {
      const before = line[index - 1] ?? ' ';
      const after = line[index + 1] ?? ' ';
      tokens.push({
        sign: all,
        kind: kinds[all as keyof typeof kinds],
        canOpen: !isWord(before) && !/\s/.test(after),
        canClose: !isWord(after) && !/\s/.test(before),
      });
    }
  }
  addText(line.length);
  return joinTokens(tokens);
}

function parseSequence(inner: string, names: SlackNames): Inline {
  const bar = inner.indexOf('|');
  const target = bar === -1 ? inner : inner.slice(0, bar);
  const label = bar === -1 ? undefined : decode(inner.slice(bar + 1));
  const id = target.slice(1);
  if (target.startsWith('@')) return names.person(id, label);
  if (target.startsWith('#')) return names.channel(id, label);
  if (target.startsWith('!')) return command(id, label, names);
  const url = decode(target);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) return text(`<${decode(inner)}>`);
  return slackLink(url, label === undefined ? [] : [text(label)], label ?? '');
}

function command(name: string, label: string | undefined, names: SlackNames): Inline {
  if (name === 'here' || name === 'channel' || name === 'everyone' || name === 'group') {
    return { type: 'reference', to: { ref: 'everyone', of: 'channel' } };
  }
  const [kind, id = ''] = name.split('^');
  if (kind === 'subteam') return names.group(id, label);
  if (kind === 'date') {
    const time = secondsOf(id);
    if (time !== undefined) return { type: 'time', time };
  }
  return text(label ?? `<!${name}>`);
}
