import { objectOf, objectsOf, textOf, type Values } from '../reading/values.ts';
import { type Block, type Inline, paragraph, text } from '../text/tree.ts';
import { parseMrkdwn, parseMrkdwnLine } from './mrkdwn.ts';
import type { SlackNames } from './names.ts';
import { richText } from './rich-text.ts';

/** Most blocks of one message that are read. Slack allows 50. */
const maxBlocks = 500;

/** Returns what the blocks of a message say, as text. Buttons and menus lose their effect: only their labels remain. */
export const blockKit = (blocks: unknown, names: SlackNames): Block[] =>
  objectsOf(blocks)
    .slice(0, maxBlocks)
    .flatMap((block) => blockText(block, names));

function blockText(block: Values, names: SlackNames): Block[] {
  const write = writers.get(textOf(block.type));
  return write ? write(block, names) : textObject(objectOf(block.text), names);
}

type Writer = (block: Values, names: SlackNames) => Block[];

const section: Writer = (block, names) => {
  const accessory = objectOf(block.accessory);
  return [
    ...textObject(objectOf(block.text), names),
    ...objectsOf(block.fields).flatMap((field) => textObject(field, names)),
    ...(accessory ? element(accessory, names) : []),
  ];
};

const header: Writer = (block, names) => {
  const value = textOf(objectOf(block.text)?.text);
  return value === undefined ? [] : [{ type: 'heading', level: 3, children: withEmoji(value, names) }];
};

const context: Writer = (block, names) => {
  const pieces = objectsOf(block.elements).flatMap((part, index): Inline[] => {
    const nodes = part.type === 'image' ? picture(part) : textInlines(part, names);
    return nodes.length === 0 ? [] : [...(index === 0 ? [] : [text(' ')]), ...nodes];
  });
  return pieces.length === 0 ? [] : [paragraph(...pieces)];
};

const image: Writer = (block, names) => [
  ...textObject(objectOf(block.title), names),
  ...element(block, names),
];

const actions: Writer = (block, names) => objectsOf(block.elements).flatMap((part) => element(part, names));

const video: Writer = (block) => {
  const url = textOf(block.title_url) ?? textOf(block.video_url);
  const title = textOf(objectOf(block.title)?.text) ?? url;
  if (title === undefined) return [];
  return [paragraph(url === undefined ? text(title) : { type: 'link', url, children: [text(title)] })];
};

/** Standard Markdown, which is nearly ours. It stays text, so that it gets no meaning that Slack does not give it. */
const markdown: Writer = (block) => {
  const content = textOf(block.text);
  return content === undefined ? [] : [paragraph(text(content))];
};

const table: Writer = (block, names) => {
  const rows = (Array.isArray(block.rows) ? block.rows : []).map((row: unknown) =>
    objectsOf(row).map((cell) =>
      cell.type === 'rich_text' ? joined(richText(cell, names)) : withEmoji(textOf(cell.text) ?? '', names),
    ),
  );
  return rows.length === 0 ? [] : [{ type: 'table', rows }];
};

/** How blocks are written, by their types. */
const writers: ReadonlyMap<string | undefined, Writer> = new Map<string, Writer>([
  ['rich_text', richText],
  ['section', section],
  ['header', header],
  ['context', context],
  ['divider', () => [{ type: 'rule' }]],
  ['image', image],
  ['actions', actions],
  ['context_actions', actions],
  ['input', (block, names) => textObject(objectOf(block.label), names)],
  ['video', video],
  ['markdown', markdown],
  ['table', table],
]);

/** Paragraphs on one line, for cells. */
const joined = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block, index): Inline[] => [
    ...(index === 0 ? [] : [text(' ')]),
    ...(block.type === 'paragraph'
      ? block.children
      : block.type === 'code'
        ? [{ type: 'code' as const, text: block.text }]
        : []),
  ]);

function textObject(value: Values | undefined, names: SlackNames): Block[] {
  const content = textOf(value?.text);
  if (content === undefined) return [];
  if (value?.type === 'plain_text') return [paragraph(...withEmoji(content, names))];
  return parseMrkdwn(content, names);
}

const textInlines = (value: Values, names: SlackNames): Inline[] => {
  const content = textOf(value.text);
  if (content === undefined) return [];
  return value.type === 'plain_text' ? withEmoji(content, names) : parseMrkdwnLine(content, names);
};

/** Plain texts have emoji, but nothing else. */
const withEmoji = (value: string, names: SlackNames): Inline[] =>
  value
    .split(/(:[^\s:]{1,100}:)/)
    .map((part, index) => (index % 2 === 1 ? names.emojiNode(part.slice(1, -1)) : text(part)));

/** Returns a picture of another host as a link: it is no file of the archive. */
function picture(value: Values): Inline[] {
  const url = textOf(value.image_url) ?? textOf(objectOf(value.slack_file)?.url);
  const label = textOf(value.alt_text);
  if (url === undefined) return label === undefined ? [] : [text(label)];
  return [{ type: 'link', url, children: label === undefined ? [] : [text(label)] }];
}

function element(value: Values, names: SlackNames): Block[] {
  if (value.type === 'image') {
    const nodes = picture(value);
    return nodes.length === 0 ? [] : [paragraph(...nodes)];
  }
  const label = textOf(objectOf(value.text)?.text) ?? textOf(objectOf(value.placeholder)?.text);
  if (label === undefined) return [];
  const url = textOf(value.url);
  const nodes = withEmoji(label, names);
  return [
    paragraph(
      ...(url === undefined
        ? [text('['), ...nodes, text(']')]
        : [{ type: 'link' as const, url, children: nodes }]),
    ),
  ];
}
