import { expect, it } from 'vitest';
import { columnsOf, gifMarkdown } from './gif-markdown.ts';

it('writes a GIF as a link whose text cannot become formatting or a mention', () => {
  const url = 'https://media.example/a(1).gif';
  expect(gifMarkdown({ title: 'A cat', url })).toBe('[A cat](https://media.example/a%281%29.gif)\n');
  expect(gifMarkdown({ title: '](x) @**all** `:smile:`', url })).toMatch(/^\[\(x\) all smile\]\(https:/);
  expect(gifMarkdown({ title: ' ', url })).toMatch(/^\[GIF\]/);
});

it('fills the lowest column, and keeps each GIF once', () => {
  const tall = { width: 100, height: 300 };
  const wide = { width: 100, height: 100 };
  expect(columnsOf([tall, wide, wide, wide, wide], 2)).toEqual([
    [0, 4],
    [1, 2, 3],
  ]);
  expect(columnsOf([], 3)).toEqual([[], [], []]);
});
