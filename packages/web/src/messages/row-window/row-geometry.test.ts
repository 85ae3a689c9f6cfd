import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EndFollower } from '../reading/end-follower.ts';
import { type Edges, RowGeometry } from './row-geometry.ts';

type Row = { readonly id: number; readonly real: number };

const viewport = 600;
const perScreen = 12;
let count = 0;
const rowOf = (real: number): Row => ({ id: ++count, real });

/**
 * A scrolling element without a document: it lays out the rendered rows with their real heights, keeps the scroll position within bounds
 * as browsers do, and measures.
 */
class Page {
  readonly geometry = new RowGeometry<Row>(() => 50);
  readonly end = new EndFollower();
  scrollTop = 0;
  clientHeight = viewport;

  get rendered(): readonly Row[] {
    return this.geometry.rows.slice(this.geometry.start, this.geometry.end);
  }
  get scrollHeight(): number {
    const sum = this.rendered.reduce((all, { real }) => all + real, 0);
    return Math.max(this.clientHeight, this.geometry.above + sum + this.geometry.below);
  }
  clamp(): void {
    this.scrollTop = Math.max(0, Math.min(this.scrollTop, this.scrollHeight - this.clientHeight));
  }
  edges(): Edges {
    const top = this.geometry.above - this.scrollTop;
    return {
      top,
      bottom: top + this.rendered.reduce((all, { real }) => all + real, 0),
      height: this.clientHeight,
    };
  }
  measure(): void {
    for (const row of this.rendered) this.geometry.measure(row, row.real);
  }
  toEnd(): void {
    this.geometry.moveTo({
      from: Math.max(0, this.geometry.rows.length - perScreen),
      to: this.geometry.rows.length,
    });
    for (let step = 0; step < 50 && this.fillStep(); step++) this.scrollTop = Number.MAX_SAFE_INTEGER;
    this.scrollTop = Number.MAX_SAFE_INTEGER;
    this.clamp();
    this.end.reach(this);
  }
  /** Renders missing rows near the viewport, and keeps visible rows in place as scroll anchoring does. */
  fillStep(): boolean {
    this.measure();
    const before = this.topOf(this.anchor());
    const range = this.geometry.extended(this.edges());
    if (!range) return false;
    const anchor = this.anchor();
    this.geometry.moveTo(range);
    this.measure();
    this.keep(anchor, before);
    return true;
  }
  fill(): void {
    for (let step = 0; step < 400; step++) if (!this.fillStep()) return;
    throw new Error('Rendering does not end.');
  }
  anchor(): Row | undefined {
    let top = this.geometry.above - this.scrollTop;
    for (const row of this.rendered) {
      if (top + row.real > 0) return row;
      top += row.real;
    }
    return this.rendered.at(-1);
  }
  topOf(row: Row | undefined): number {
    let top = this.geometry.above - this.scrollTop;
    for (const each of this.rendered) {
      if (each === row) return top;
      top += each.real;
    }
    return Number.NaN;
  }
  keep(row: Row | undefined, top: number): void {
    const now = this.topOf(row);
    if (!Number.isNaN(now) && !Number.isNaN(top)) this.scrollTop += now - top;
    this.clamp();
  }
  adopt(rows: readonly Row[]): void {
    const anchor = this.anchor();
    const before = this.topOf(anchor);
    this.end.look(this, this.geometry.hasEnd);
    this.geometry.adopt(rows, this.end.follows, perScreen);
    if (this.end.follows) {
      this.scrollTop = Number.MAX_SAFE_INTEGER;
      this.clamp();
      this.end.reach(this);
    } else this.keep(anchor, before);
  }
  get isAtEnd(): boolean {
    return this.geometry.hasEnd && this.scrollHeight - this.scrollTop - this.clientHeight < 1;
  }
}

const height = fc.integer({ min: 20, max: 400 });

type Step =
  | { do: 'scroll'; by: number }
  | { do: 'append' | 'prepend'; heights: number[] }
  | { do: 'remove'; at: number; count: number }
  | { do: 'end' }
  | { do: 'resize'; to: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('scroll' as const), by: fc.integer({ min: -900, max: 900 }) }),
  fc.record({
    do: fc.constantFrom('append' as const, 'prepend' as const),
    heights: fc.array(height, { minLength: 1, maxLength: 30 }),
  }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(200), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('end' as const) }),
  fc.record({ do: fc.constant('resize' as const), to: fc.integer({ min: 200, max: 1_200 }) }),
);

it('renders what is on view, keeps it in place, and stays at the end, whatever happens in whatever order', () => {
  fc.assert(
    fc.property(
      fc.array(height, { minLength: 1, maxLength: 150 }),
      fc.array(step, { maxLength: 30 }),
      (heights, steps) => {
        const page = new Page();
        page.geometry.adopt(heights.map(rowOf), false, perScreen);
        page.toEnd();
        page.fill();
        for (const each of steps) {
          const { geometry } = page;
          const wasAtEnd = page.end.follows && page.isAtEnd;
          const anchor = page.anchor();
          const top = page.topOf(anchor);
          switch (each.do) {
            case 'scroll':
              page.scrollTop += each.by;
              page.clamp();
              page.end.look(page, geometry.hasEnd);
              break;
            case 'append':
              page.adopt([...geometry.rows, ...each.heights.map(rowOf)]);
              if (wasAtEnd) expect(page.isAtEnd).toBe(true);
              break;
            case 'prepend':
              page.adopt([...each.heights.map(rowOf), ...geometry.rows]);
              if (wasAtEnd) expect(page.isAtEnd).toBe(true);
              else if (page.scrollTop > 0 && !page.isAtEnd) expect(page.topOf(anchor)).toBeCloseTo(top, 0);
              break;
            case 'remove': {
              const at = each.at % geometry.rows.length;
              const rest = geometry.rows.toSpliced(at, each.count);
              if (rest.length > 0) page.adopt(rest);
              if (geometry.isEmpty) page.toEnd();
              break;
            }
            case 'end':
              page.toEnd();
              break;
            case 'resize':
              page.clientHeight = each.to;
              page.clamp();
              page.end.look(page, geometry.hasEnd);
              if (wasAtEnd) {
                expect(page.end.follows).toBe(true);
                page.scrollTop = Number.MAX_SAFE_INTEGER;
                page.clamp();
                page.end.reach(page);
              }
          }
          const { top: first, bottom } = page.edges();
          if (bottom <= 0 || first >= page.clientHeight) {
            const range = geometry.at(page.scrollTop);
            if (range) geometry.moveTo(range);
          }
          page.fill();
          page.clamp();
          // The viewport is full of rows, except beyond the ends of the list.
          const edges = page.edges();
          if (geometry.start > 0) expect(edges.top).toBeLessThanOrEqual(0);
          if (!geometry.hasEnd) expect(edges.bottom).toBeGreaterThanOrEqual(page.clientHeight);
          // The empty elements are as high as the rows for which they stand are taken to be.
          expect(geometry.above).toBeCloseTo(geometry.heightBetween(0, geometry.start), -1);
          expect(geometry.below).toBeCloseTo(geometry.heightBetween(geometry.end, geometry.rows.length), -1);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('jumps to the row that belongs to a scroll position', () => {
  const geometry = new RowGeometry<Row>(({ real }) => real);
  geometry.adopt([10, 20, 30, 40, 50].map(rowOf), false, perScreen);
  geometry.moveTo({ from: 4, to: 5 });
  expect(geometry.above).toBe(100);
  expect(geometry.at(0)).toEqual({ from: 0, to: 2 });
  expect(geometry.at(35)).toEqual({ from: 2, to: 4 });
  expect(geometry.at(10_000)).toEqual({ from: 3, to: 5 });
});
