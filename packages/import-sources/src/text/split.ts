import type { TextPart } from '@parley/archive';
import { codePoints } from '@parley/rules';
import type { Block, Inline } from './tree.ts';
import { type Parts, plainOf, writeBlocks } from './write.ts';

/** Characters that a reference may take once its names are known. */
const referenceLength = 200;

/** Returns the length that a text will have at most. */
export const lengthOf = (parts: readonly TextPart[]): number =>
  parts.reduce<number>(
    (sum, part) => sum + (typeof part === 'string' ? codePoints(part) : referenceLength),
    0,
  );

/** Returns Markdown in as many texts as the limit needs: cut between blocks, else between lines, else anywhere. */
export function splitBlocks(blocks: readonly Block[], limit: number): Parts[] {
  const plain = plainText(blocks);
  if (plain !== undefined && plain.length <= limit) return [[plain]];
  const bounded = blocks.flatMap(shortened);
  const whole = writeBlocks(bounded);
  if (lengthOf(whole) <= limit) return [whole];
  const texts: Parts[] = [];
  let group: Block[] = [];
  let length = 0;
  for (const piece of bounded.flatMap((block) => pieces(block, limit))) {
    const size = lengthOf(writeBlocks([piece])) + 2;
    if (group.length > 0 && length + size > limit) {
      texts.push(writeBlocks(group));
      group = [];
      length = 0;
    }
    group.push(piece);
    length += size;
  }
  if (group.length > 0) texts.push(writeBlocks(group));
  return texts.filter((parts) => parts.length > 0);
}

/** A text of one line without marks and blanks around it: most messages are such. It is written as it is. */
const unmarked = /^[^\s@#$<\]*`~\\>\0](?:[^@#$<\]*`~\\>\n\0]*[^\s@#$<\]*`~\\>\0])?$/;

function plainText(blocks: readonly Block[]): string | undefined {
  const [block] = blocks;
  if (blocks.length !== 1 || block?.type !== 'paragraph' || block.children.length !== 1) return undefined;
  const [node] = block.children;
  return node?.type === 'text' && unmarked.test(node.text) ? node.text : undefined;
}

/** Longer texts are cut before they are written, so that memory is bounded. No message of people is this long. */
const longText = 50_000;

function shortened(block: Block): Block[] {
  if (block.type !== 'paragraph' || !block.children.some(isLong)) return [block];
  return block.children.flatMap((child): Block[] =>
    isLong(child)
      ? cutText(child.text, longText).map((part) => ({
          type: 'paragraph',
          children: [{ ...child, text: part }],
        }))
      : [{ type: 'paragraph', children: [child] }],
  );
}

const isLong = (node: Inline): node is Extract<Inline, { type: 'text' | 'code' }> =>
  (node.type === 'text' || node.type === 'code') && node.text.length > longText;

/** Marks around a piece of a block at most. */
const margin = 200;

function pieces(block: Block, limit: number): Block[] {
  if (lengthOf(writeBlocks([block])) + 2 <= limit) return [block];
  const room = Math.max(1, limit - margin);
  switch (block.type) {
    case 'code':
    case 'formula':
      return cutText(block.text, room).map((part) => ({ ...block, text: part }));
    case 'quote':
    case 'spoiler':
      return block.children
        .flatMap((child) => pieces(child, room))
        .map((child) => ({ ...block, children: [child] }));
    case 'list':
      return block.items.flatMap((item, index): Block[] => {
        const start = block.start === undefined ? undefined : block.start + index;
        const one: Block = { type: 'list', start, items: [item] };
        return lengthOf(writeBlocks([one])) + 2 <= limit
          ? [one]
          : item.flatMap((child) => pieces(child, room));
      });
    case 'table':
      return block.rows.flatMap((row) => pieces({ type: 'paragraph', children: joinCells(row) }, limit));
    case 'paragraph':
    case 'heading':
      return cutInlines(block.children, room).map((children) => ({ type: 'paragraph', children }));
    case 'rule':
      return [block];
  }
}

const joinCells = (cells: readonly (readonly Inline[])[]): Inline[] =>
  cells.flatMap((cell, index): Inline[] =>
    index === 0 ? [...cell] : [{ type: 'text', text: ' | ' }, ...cell],
  );

function cutInlines(children: readonly Inline[], room: number): Inline[][] {
  const groups: Inline[][] = [];
  let group: Inline[] = [];
  let length = 0;
  const add = (node: Inline, size: number): void => {
    if (group.length > 0 && length + size > room) {
      groups.push(group);
      group = [];
      length = 0;
    }
    group.push(node);
    length += size;
  };
  for (const node of children) {
    const size = lengthOf(writeBlocks([{ type: 'paragraph', children: [node] }])) + 4;
    if (size <= room) add(node, size);
    else {
      const plain = node.type === 'text' || node.type === 'code' ? node.text : plainOf([node]);
      // Marks of hostile texts may need twice the room.
      for (const part of cutText(plain, Math.ceil(room / 3)))
        add({ type: 'text', text: part }, codePoints(part) * 3);
    }
  }
  if (group.length > 0) groups.push(group);
  return groups.flatMap((nodes) => halved(nodes, room));
}

/** Halves pieces that together need more marks than each alone, until they fit. */
function halved(nodes: Inline[], room: number): Inline[][] {
  if (nodes.length < 2 || lengthOf(writeBlocks([{ type: 'paragraph', children: nodes }])) <= room)
    return [nodes];
  const middle = nodes.length >> 1;
  return [...halved(nodes.slice(0, middle), room), ...halved(nodes.slice(middle), room)];
}

/** Cuts a text behind line breaks where possible, else behind blanks, and never inside of a character of two units. */
function cutText(value: string, room: number): string[] {
  const result: string[] = [];
  let rest = value;
  while (rest.length > room) {
    const window = rest.slice(0, room);
    const line = window.lastIndexOf('\n');
    const blank = line > room / 4 ? line : window.lastIndexOf(' ');
    let end = blank > room / 4 ? blank + 1 : room;
    const unit = rest.charCodeAt(end - 1);
    if (end > 1 && unit >= 0xd800 && unit <= 0xdbff) end--;
    result.push(rest.slice(0, end).replace(/\n$/, ''));
    rest = rest.slice(end);
  }
  if (rest !== '') result.push(rest);
  return result;
}
