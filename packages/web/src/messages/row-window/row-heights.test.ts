import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentHeight, RowHeights } from './row-heights.ts';

const words = (letters: number) => `<p>${'a'.repeat(letters)}</p>`;
const message = (content: string) => ({ content, reactions: [], submessages: [] }) as never;
const first = { kind: 'message', id: 1, isFirst: true } as const;
const other = { kind: 'message', id: 2, isFirst: false } as const;

it('estimates lines of text, code, tables and pictures', () => {
  const line = contentHeight(words(1), 100);
  expect(contentHeight(words(250), 100)).toBe(3 * line);
  // Characters of East Asian scripts are twice as wide.
  expect(contentHeight(`<p>${'字'.repeat(100)}</p>`, 100)).toBe(2 * line);
  expect(contentHeight('<p>a<br>b<br>c</p>', 100)).toBe(3 * line);
  expect(contentHeight('<ul><li>a</li><li>b</li></ul>', 100)).toBeGreaterThanOrEqual(2 * line);
  const code = (lines: number) =>
    `<div class="codehilite"><pre><span></span><code>${'x\n'.repeat(lines)}</code></pre></div>`;
  expect(contentHeight(code(30), 100) - contentHeight(code(10), 100)).toBe(20 * 20);
  expect(contentHeight('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', 100)).toBe(68);
  expect(contentHeight('<p>a</p><div class="message_inline_image"><img></div>', 100)).toBeGreaterThan(100);
  expect(contentHeight('', 100)).toBe(line);
});

it('gives every message at least a line, and longer text no less height', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 12, max: 200 }), (text, perLine) => {
      const short = contentHeight(`<p>${text.replaceAll(/[<>&]/g, ' ')}</p>`, perLine);
      expect(short).toBeGreaterThanOrEqual(22);
      expect(contentHeight(`<p>${'b'.repeat(perLine)}</p>${words(5)}`, perLine)).toBeGreaterThan(22);
    }),
  );
});

it('depends on the width of the list, and learns from what was measured', () => {
  const heights = new RowHeights();
  heights.setWidth(1_000);
  const wide = heights.estimate(first, message(words(600)));
  heights.setWidth(390);
  expect(heights.estimate(first, message(words(600)))).toBeGreaterThan(wide);
  const before = heights.estimate(other, message(words(5)));
  for (let at = 0; at < 200; at++) heights.learn(other, message(words(5)), before * 1.4);
  expect(heights.estimate(other, message(words(5))) / before).toBeCloseTo(1.4, 1);
  // A row that is very different does not spoil all estimates.
  heights.learn(other, message(words(5)), 100_000);
  expect(heights.estimate(other, message(words(5))) / before).toBeLessThanOrEqual(1.9);
  expect(heights.estimate({ kind: 'unread', timestamp: undefined }, undefined)).toBe(36);
});
