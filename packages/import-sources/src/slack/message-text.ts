import { objectsOf, textOf, type Values } from '../reading/values.ts';
import type { Block, Inline } from '../text/tree.ts';
import { attachments } from './attachments.ts';
import { blockKit } from './block-kit.ts';
import { parseMrkdwn } from './mrkdwn.ts';
import type { SlackNames } from './names.ts';

/** Returns what a message says, without its files. */
export function messageText(message: Values, names: SlackNames): Block[] {
  const source = textOf(message.text);
  // Blocks are what people saw. Their text is only what notifications show.
  const fromBlocks = objectsOf(message.blocks).length > 0 ? blockKit(message.blocks, names) : [];
  const blocks = fromBlocks.some(showsText)
    ? fromBlocks
    : source === undefined
      ? []
      : parseMrkdwn(source, names);
  const all = [...blocks, ...attachments(message.attachments, names)];
  return message.subtype === 'me_message' ? asAction(all) : all;
}

/** `/me` stands before the text of an action. */
function asAction(blocks: readonly Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.type !== 'paragraph')
    return [{ type: 'paragraph', children: [{ type: 'text', text: '/me' }] }, ...blocks];
  return [{ type: 'paragraph', children: [{ type: 'text', text: '/me ' }, ...first.children] }, ...rest];
}

const showsText = (block: Block): boolean => {
  if (block.type === 'paragraph' || block.type === 'heading') return block.children.some(isShown);
  if (block.type === 'code' || block.type === 'formula') return block.text.trim() !== '';
  if (block.type === 'quote' || block.type === 'spoiler') return block.children.some(showsText);
  if (block.type === 'list') return block.items.some((item) => item.some(showsText));
  return block.type === 'table';
};

const isShown = (node: Inline): boolean => {
  if (node.type === 'text' || node.type === 'code') return node.text.trim() !== '';
  return 'children' in node && node.type !== 'link' ? node.children.some(isShown) : true;
};
