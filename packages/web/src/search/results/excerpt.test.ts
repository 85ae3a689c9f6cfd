import { describe, expect, it } from 'vitest';
import { type Excerpt, excerptOf, linesOf, type Measured } from './excerpt.ts';

const heights = { usual: 136, most: 192 };
const pitch = 22;

/** Returns a text of lines of 18 px, every 22 px, in which some lines are a block of code with 8 px around it. */
function textOf(count: number, hitLine?: number, code: readonly [first: number, last: number] = [-1, -1]) {
  const lines: { top: number; bottom: number }[] = [];
  let y = 0;
  for (let n = 0; n < count; n++) {
    if (n === code[0]) y += 16;
    lines.push({ top: y + 2, bottom: y + 20 });
    y += pitch;
    if (n === code[1]) y += 16;
  }
  const [from, to] = code;
  const blocks = from < 0 ? [] : [{ top: lines[from]!.top - 10, bottom: lines[to]!.bottom + 10 }];
  const hit = hitLine === undefined ? undefined : lines[hitLine];
  return { height: y, lines, blocks, hit } satisfies Measured;
}

/** Returns which lines an excerpt shows. Fails if it cuts one. */
function shownLines({ lines }: Measured, { top, bottom }: Excerpt): [first: number, last: number] {
  for (const line of lines) {
    const isWhole = line.top >= top && line.bottom <= bottom;
    expect(isWhole || line.bottom <= top || line.top >= bottom, JSON.stringify({ line, top, bottom })).toBe(
      true,
    );
  }
  const isShown = (line: { top: number; bottom: number }) => line.top >= top && line.bottom <= bottom;
  return [lines.findIndex(isShown), lines.findLastIndex(isShown)];
}

describe('an excerpt', () => {
  it('cuts no line, shows the hit and is never too high, in texts of any length with a hit and code anywhere', () => {
    for (let count = 1; count <= 24; count++)
      for (let hitLine = 0; hitLine < count; hitLine++)
        for (const code of [
          [-1, -1],
          [0, 2],
          [1, 4],
          [3, 18],
          [2, 23],
        ] as const) {
          if (code[1] >= count) continue;
          const text = textOf(count, hitLine, code);
          const excerpt = excerptOf(text, heights);
          const [first, last] = shownLines(text, excerpt);
          const what = JSON.stringify({ count, hitLine, code, excerpt });
          expect(first <= hitLine && hitLine <= last, what).toBe(true);
          expect(excerpt.bottom - excerpt.top, what).toBeLessThanOrEqual(heights.most);
          expect([excerpt.isCutAbove, excerpt.isCutBelow], what).toEqual([first > 0, last < count - 1]);
        }
  });

  it('begins with the text if the hit can be seen there, and without a hit', () => {
    for (const hitLine of [undefined, 0, 2, 4]) expect(excerptOf(textOf(30, hitLine), heights).top).toBe(0);
  });

  it('shows a line before the hit and what follows', () => {
    const text = textOf(30, 15);
    expect(shownLines(text, excerptOf(text, heights))).toEqual([14, 19]);
  });

  it('shows as much of the end as of any other part', () => {
    const text = textOf(30, 29);
    expect(shownLines(text, excerptOf(text, heights))).toEqual([24, 29]);
  });

  it('is the whole text if only a little would be left out', () => {
    expect(excerptOf(textOf(8, 0), heights)).toEqual({
      top: 0,
      bottom: 176,
      isCutAbove: false,
      isCutBelow: false,
    });
  });

  it.each<[string, [number, number], number, [number, number]]>([
    ['ends with a block of code that is a little longer', [1, 6], 2, [0, 6]],
    ['begins with the block of code of the hit', [10, 14], 13, [10, 14]],
    ['shows a part of a block that is too long', [10, 25], 15, [14, 19]],
  ])('%s', (_, code, hitLine, expected) => {
    const text = textOf(30, hitLine, code);
    expect(shownLines(text, excerptOf(text, heights))).toEqual(expected);
  });

  it('cuts only what is higher than an excerpt may be', () => {
    const high = { top: 0, bottom: 900 };
    expect(excerptOf({ height: 900, lines: [high], blocks: [], hit: undefined }, heights)).toEqual({
      top: 0,
      bottom: heights.most,
      isCutAbove: false,
      isCutBelow: true,
    });
  });
});

it('takes parts beside each other for one line', () => {
  expect(
    linesOf([
      { top: 22, bottom: 40 },
      { top: 0, bottom: 18 },
      { top: 2, bottom: 16 },
      { top: 39, bottom: 57 },
      { top: 60, bottom: 160 },
      { top: 100, bottom: 118 },
    ]),
  ).toEqual([
    { top: 0, bottom: 18 },
    { top: 22, bottom: 40 },
    { top: 39, bottom: 57 },
    { top: 60, bottom: 160 },
  ]);
});
