import { lastItem } from '@parley/core';
import { listOf, numberOf, objectOf, objectsOf, secondsOf, textOf, type Values } from '../reading/values.ts';
import { type Block, type Inline, paragraph, text } from '../text/tree.ts';
import { type SlackNames, slackLink } from './names.ts';

/** Lists inside lists as deep as Slack allows them. */
const maxIndent = 8;

/** Returns the blocks of a `rich_text` block, which people's own messages have. */
export function richText(block: Values, names: SlackNames): Block[] {
  const blocks: Block[] = [];
  let listed: Values[] = [];
  const closeLists = (): void => {
    if (listed.length > 0) blocks.push(...buildLists(listed, names));
    listed = [];
  };
  for (const element of objectsOf(block.elements)) {
    if (element.type === 'rich_text_list') {
      listed.push(element);
      continue;
    }
    closeLists();
    switch (element.type) {
      case 'rich_text_preformatted':
        blocks.push({ type: 'code', text: plainElements(element), language: textOf(element.language) });
        break;
      case 'rich_text_quote':
        blocks.push({ type: 'quote', children: sections(inlines(element.elements, names)) });
        break;
      default:
        blocks.push(...sections(inlines(element.elements, names)));
    }
  }
  closeLists();
  return blocks;
}

/** Empty lines separate paragraphs. Emphasis does not reach over them, so that only texts on the first level are cut. */
function sections(nodes: readonly Inline[]): Block[] {
  const blocks: Block[] = [];
  let children: Inline[] = [];
  const close = (): void => {
    if (children.length > 0) blocks.push(paragraph(...children));
    children = [];
  };
  for (const node of nodes) {
    if (node.type !== 'text') {
      children.push(node);
      continue;
    }
    node.text.split(/\n[ \t]*\n+/).forEach((value, index) => {
      if (index > 0) close();
      if (value !== '') children.push(text(value));
    });
  }
  close();
  return blocks;
}

type Level = { start: number | undefined; items: Block[][] };

/** Lists follow each other with their depth; the items of a deeper list belong to the item before. */
function buildLists(lists: readonly Values[], names: SlackNames): Block[] {
  const roots: Block[] = [];
  const levels: Level[] = [];
  const finish = (depth: number): void => {
    while (levels.length > depth) {
      const { start, items } = lastItem(levels);
      levels.pop();
      const list: Block = { type: 'list', start, items };
      const parent = levels.at(-1)?.items.at(-1);
      if (parent) parent.push(list);
      else roots.push(list);
    }
  };
  for (const list of lists) {
    const depth = Math.min(levels.length, maxIndent, Math.max(0, Math.floor(numberOf(list.indent) ?? 0)));
    const isOrdered = list.style === 'ordered';
    const start = isOrdered ? (numberOf(list.offset) ?? 0) + 1 : undefined;
    finish(depth + 1);
    const level = levels[depth];
    if (level && (level.start === undefined) !== (start === undefined)) finish(depth);
    levels[depth] ??= { start, items: [] };
    const { items } = levels[depth];
    for (const item of objectsOf(list.elements)) items.push([paragraph(...inlines(item.elements, names))]);
    if (items.length === 0) items.push([]);
  }
  finish(0);
  return roots;
}

const plainElements = (element: Values): string =>
  objectsOf(element.elements)
    .map((part) =>
      part.type === 'link' ? (textOf(part.text) ?? textOf(part.url) ?? '') : String(part.text ?? ''),
    )
    .join('');

function inlines(elements: unknown, names: SlackNames): Inline[] {
  return listOf(elements).flatMap((entry): Inline[] => {
    const element = objectOf(entry);
    if (!element) return [];
    const node = inline(element, names);
    return node ? [styled(node, objectOf(element.style))] : [];
  });
}

function inline(element: Values, names: SlackNames): Inline | undefined {
  const id = (key: string): string => textOf(element[key]) ?? '';
  switch (element.type) {
    case 'text': {
      const value = typeof element.text === 'string' ? element.text : '';
      if (objectOf(element.style)?.code === true) return { type: 'code', text: value };
      return value === '' ? undefined : text(value);
    }
    case 'link': {
      const label = textOf(element.text) ?? '';
      const url = id('url');
      return slackLink(url, label === '' ? [] : [text(label)], label);
    }
    case 'user':
      return names.person(id('user_id'));
    case 'usergroup':
      return names.group(id('usergroup_id'));
    case 'channel':
      return names.channel(id('channel_id'));
    case 'emoji':
      return names.emojiNode(id('name'), textOf(element.unicode));
    case 'broadcast':
      return { type: 'reference', to: { ref: 'everyone', of: 'channel' } };
    case 'date': {
      const time = secondsOf(element.timestamp);
      return time === undefined ? text(textOf(element.fallback) ?? '') : { type: 'time', time };
    }
    case 'canvas':
      // Its file stands with the message.
      return undefined;
    case 'color':
      return text(id('value'));
    default: {
      const value = textOf(element.text) ?? textOf(element.fallback);
      return value === undefined ? undefined : text(value);
    }
  }
}

function styled(node: Inline, style: Values | undefined): Inline {
  let result = node;
  if (style?.italic === true) result = { type: 'emphasis', children: [result] };
  if (style?.bold === true) result = { type: 'strong', children: [result] };
  if (style?.strike === true) result = { type: 'strike', children: [result] };
  return result;
}
