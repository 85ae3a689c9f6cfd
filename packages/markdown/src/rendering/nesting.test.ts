import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { render } from '../index.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** The first line of each block, and the prefix of its further lines. */
const containers: [first: string, further: string][] = [['- ', '  '], ['1. ', '  '], ['> ', '> ']]; // biome-ignore format: a table
const blocks = ['b', '- b\n- c', '1. b\n2. c', '> b', '```\nb\n```', '# b', '```math\nb\n```', '```spoiler b\nc\n```', '|b|\n|-|\n|c|', '---', '/user_uploads/2/ab/cat.png', '```quote\nb\n```']; // biome-ignore format: a table

const wrapped = (content: string, [first, further]: [string, string]) =>
  content
    .split('\n')
    .map((line, at) => (at === 0 ? first : further) + line)
    .join('\n');

/** All contents of up to three nested lists and quotes with a text before and after a block. */
function* contents(depth: number): Generator<string> {
  for (const block of blocks) {
    for (const gap of ['\n', '\n\n']) {
      for (const content of [`a${gap}${block}`, `a${gap}${block}${gap}d`, block]) yield content;
    }
  }
  if (depth === 0) return;
  for (const content of contents(depth - 1)) {
    for (const container of containers) yield `a\n${wrapped(content, container)}`;
  }
}

const isElement = (node: Node): node is Element => 'tagName' in node;

/** Returns texts in list items that begin or end with a line break which no `<br>` stands for. */
function strayBreaks(node: Node): string[] {
  if (!('childNodes' in node)) return [];
  const isItem = isElement(node) && node.tagName === 'li';
  return node.childNodes.flatMap((child, at): string[] => {
    if (!('value' in child)) return strayBreaks(child);
    if (!isItem || child.value.trim() === '') return [];
    const before = node.childNodes[at - 1];
    const afterBreak = before !== undefined && isElement(before) && before.tagName === 'br';
    const isStray = /\n$/.test(child.value) || (/^\n/.test(child.value) && !afterBreak);
    return isStray ? [child.value] : [];
  });
}

it('puts no line break between the text of an item and a block beside it', () => {
  const context = createContext();
  let count = 0;
  for (const content of contents(2)) {
    for (const container of containers) {
      const { html } = render(wrapped(content, container), context);
      count++;
      expect(strayBreaks(parseFragment(html)), `${wrapped(content, container)}\n${html}`).toEqual([]);
      expect(html, content).not.toMatch(/[a-d]\n<(?:ul|ol|blockquote|div|h1|table|hr)/);
    }
  }
  expect(count).toBeGreaterThan(1_000);
});

it('keeps the typed numbers of every list of up to five items', () => {
  const numbers = [1, 2, 3, 7, 10];
  const lists = (length: number): number[][] =>
    length === 0 ? [[]] : lists(length - 1).flatMap((list) => numbers.map((number) => [...list, number]));
  for (let length = 1; length <= 5; length++) {
    for (const list of lists(length)) {
      const { html } = render(list.map((number) => `${number}. a`).join('\n'), createContext());
      const isRepeated = list.every((number) => number === list[0]);
      expect(numbersOf(html), list.join()).toEqual(isRepeated ? list.map((number, at) => number + at) : list);
    }
  }
});

/** Returns the numbers that a browser shows. */
function numbersOf(html: string): number[] {
  let next = 0;
  return Array.from(html.matchAll(/<ol(?: start="(\d+)")?>|<li>/g)).flatMap(([tag, start]) => {
    if (tag === '<li>') return [next++];
    next = Number(start ?? 1);
    return [];
  });
}
