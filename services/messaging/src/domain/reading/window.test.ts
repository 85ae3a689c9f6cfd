import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutWindow, fitWindow } from './window.ts';

const row = (id: number, side: -1 | 0 | 1, bytes: number) => ({ id, side, bytes });
const fit = (rows: ReturnType<typeof row>[], maxBytes: number) =>
  fitWindow(cutWindow(rows, { before: 100, after: 100 }), ({ bytes }) => bytes, maxBytes);

it('keeps an answer that fits unchanged', () => {
  const rows = [row(1, -1, 5), row(2, 0, 5), row(3, 1, 5)];
  expect(fit(rows, 15)).toEqual({ messages: rows, foundOldest: true, foundNewest: true, foundAnchor: true });
});

it('leaves out the messages farthest from the anchor, and reports that', () => {
  const rows = [1, 2, 3, 4].map((id) => row(id, -1, 10));
  expect(fit(rows, 25)).toMatchObject({
    messages: [{ id: 3 }, { id: 4 }],
    foundOldest: false,
    foundNewest: true,
  });
  const newer = [1, 2, 3, 4].map((id) => row(id, 1, 10));
  expect(fit(newer, 25)).toMatchObject({
    messages: [{ id: 1 }, { id: 2 }],
    foundOldest: true,
    foundNewest: false,
  });
});

it('always has a message, fits the limit if it has more than one, and has no gaps', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 });
  fc.assert(
    fc.property(
      sizes,
      fc.boolean(),
      sizes,
      fc.integer({ min: 1, max: 400 }),
      (older, isThere, newer, max) => {
        const rows = [
          ...older.map((bytes, at) => row(at, -1, bytes)),
          ...(isThere ? [row(20, 0, 7)] : []),
          ...newer.map((bytes, at) => row(21 + at, 1, bytes)),
        ];
        const { messages, foundOldest, foundNewest } = fit(rows, max);
        const from = rows.indexOf(messages[0]!);
        expect(messages).toEqual(rows.slice(Math.max(0, from), Math.max(0, from) + messages.length));
        expect(messages.length).toBeGreaterThanOrEqual(Math.min(1, rows.length));
        const bytes = messages.reduce((sum, each) => sum + each.bytes, 0);
        expect(messages.length <= 1 || bytes <= max).toBe(true);
        if (isThere) expect(messages).toContainEqual(row(20, 0, 7));
        expect(foundOldest).toBe(messages[0] === rows[0]);
        expect(foundNewest).toBe(messages.at(-1) === rows.at(-1));
      },
    ),
  );
});
