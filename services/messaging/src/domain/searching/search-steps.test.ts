import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockTerm } from './search-document.ts';
import { type Extent, type Partition, type Piece, stepsOf } from './search-steps.ts';

const sentFrom = 2 ** 42;
const sentSize = 2 ** 20;
const importedSize = 2 ** 35;

const partitions = fc
  .uniqueArray(
    fc.record({
      isImported: fc.boolean(),
      number: fc.integer({ min: 0, max: 6 }),
      documents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000_000 })),
    }),
    { selector: ({ isImported, number }) => `${isImported} ${number}`, maxLength: 10 },
  )
  .map((all) =>
    all
      .map(({ isImported, number, documents }): Partition => {
        const from = isImported ? (40 + number) * importedSize : sentFrom + number * sentSize;
        return { from, to: from + (isImported ? importedSize : sentSize), documents };
      })
      .sort((a, b) => a.from - b.from),
  );

const anyId = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 39 * importedSize, max: 48 * importedSize }),
  fc.integer({ min: sentFrom, max: sentFrom + 8 * sentSize }),
);

const cases = fc.record({
  partitions,
  ids: fc.tuple(anyId, anyId),
  indexedUntil: anyId,
  currentFrom: fc.oneof(fc.constant(0), anyId),
  direction: fc.constantFrom('older' as const, 'newer' as const),
});

describe('the steps of a search', () => {
  it('cover its range once, in its order', () => {
    fc.assert(
      fc.property(cases, ({ ids, direction, ...extent }) => {
        const [from, to] = [Math.min(...ids), Math.max(...ids) + 1];
        const pieces = stepsOf({ from, to, direction }, extent).flat();
        const ascending = direction === 'older' ? pieces.toReversed() : pieces;
        expect(ascending[0]!.from).toBe(from);
        expect(ascending.at(-1)!.to).toBe(to);
        for (const [index, piece] of ascending.entries()) {
          expect(piece.from).toBeLessThan(piece.to);
          if (index > 0) expect(piece.from).toBe(ascending[index - 1]!.to);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('name the block of every message of their range', () => {
    fc.assert(
      fc.property(
        cases,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 5 }),
        ({ ids, direction, ...extent }, places) => {
          const [from, to] = [Math.min(...ids), Math.max(...ids) + 1];
          for (const { blocks, ...piece } of stepsOf({ from, to, direction }, extent).flat()) {
            if (!blocks) continue;
            expect(piece.from).toBeGreaterThanOrEqual(extent.currentFrom);
            for (const place of [0, ...places, 1]) {
              const id = Math.min(piece.to - 1, piece.from + Math.floor((piece.to - piece.from) * place));
              expect(blocks).toContain(blockTerm(id));
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  const sizeOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  const extent: Extent = { partitions: [], indexedUntil: sentFrom + 3 * sentSize - 1, currentFrom: 0 };

  it('begin with one block of messages that were sent', () => {
    const dense = [0, 1, 2].map((n) => ({
      from: sentFrom + n * sentSize,
      to: sentFrom + (n + 1) * sentSize,
      documents: sentSize,
    }));
    const range = { from: 0, to: sentFrom + 3 * sentSize, direction: 'older' as const };
    const [first] = stepsOf(range, { ...extent, partitions: dense });
    expect(first).toHaveLength(1);
    expect(first![0]!.blocks).toHaveLength(1);
  });

  it('jump over empty history, and read sparse history in few steps', () => {
    // A hundred thousand imported messages of ten years, and five years later a few that were sent.
    const years = Array.from({ length: 10 }, (_, n) => ({
      from: (40 + n) * importedSize,
      to: (41 + n) * importedSize,
      documents: 10_000,
    }));
    const sent = { from: sentFrom, to: sentFrom + sentSize, documents: 50 };
    const steps = stepsOf(
      { from: 0, to: sentFrom + 50, direction: 'older' },
      { partitions: [...years, sent], indexedUntil: sentFrom + 49, currentFrom: 0 },
    );
    const [first] = steps;
    // The first step has what was sent, and about the last year of the import.
    expect(first!.at(-1)!.from).toBeGreaterThanOrEqual(47 * importedSize);
    expect(first!.at(-1)!.from).toBeLessThan(50 * importedSize);
    // Two more have all the rest.
    expect(steps).toHaveLength(3);
    expect(steps.at(-1)!.at(-1)!.from).toBe(0);
  });

  it('are one for a small organization', () => {
    const small = { from: sentFrom, to: sentFrom + sentSize, documents: 9_000 };
    for (const direction of ['older', 'newer'] as const) {
      const range = { from: 0, to: sentFrom + 9_000, direction };
      const steps = stepsOf(range, { ...extent, partitions: [small], indexedUntil: sentFrom + 8_999 });
      expect(steps).toEqual([[{ from: 0, to: sentFrom + 9_000 }]]);
    }
  });

  it('divide a partition of a large import', () => {
    const busy = { from: 40 * importedSize, to: 41 * importedSize, documents: 500_000 };
    const range = { from: busy.from, to: busy.to, direction: 'newer' as const };
    const [first, second] = stepsOf(range, { ...extent, partitions: [busy] });
    expect((sizeOf(first!) / importedSize) * busy.documents).toBeCloseTo(8_192, -4);
    expect(first![0]!.blocks!.length).toBeLessThanOrEqual(20);
    expect(sizeOf(second!)).toBeGreaterThan(3 * sizeOf(first!));
  });
});
