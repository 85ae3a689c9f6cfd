import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

const quiet = { besideMs: [], aloneMs: 0 };
const sends = (ms: number, count = 20) => ({
  besideMs: Array.from({ length: count }, () => ms),
  aloneMs: 50,
});

it('takes all that it can where nobody is, and soon where nobody sends', () => {
  const empty = new Pace(false);
  expect([empty.size, empty.isGentle, empty.pauseAfter(1_000)]).toEqual([1_000, false, 0]);
  const living = new Pace(true);
  expect([living.size, living.isGentle, living.pauseAfter(1_000)]).toEqual([200, true, 1_000]);
  for (let at = 0; at < 4; at++) living.observe(quiet);
  expect([living.size, living.isGentle, living.pauseAfter(1_000)]).toEqual([1_000, false, 0]);
});

it('gives way to sends that take longer: smaller batches, then longer rests, within bounds', () => {
  const pace = new Pace(false);
  const seen: [size: number, pause: number][] = [];
  for (let at = 0; at < 12; at++) {
    pace.observe(sends(500));
    seen.push([pace.size, Math.round(pace.pauseAfter(100))]);
  }
  expect(seen.slice(0, 3)).toEqual([
    [500, 18],
    [250, 43],
    [125, 82],
  ]);
  expect(seen.at(-1)).toEqual([20, 1_900]);
  expect(pace.pauseAfter(60_000)).toBe(3_000);
});

it('takes more again when sends are as fast as before, and keeps its pace in between', () => {
  const pace = new Pace(false);
  for (let at = 0; at < 12; at++) pace.observe(sends(500));
  pace.observe(sends(70));
  expect([pace.size, Math.round(pace.pauseAfter(100))]).toEqual([20, 1_900]);
  for (let at = 0; at < 40; at++) pace.observe(sends(50));
  expect([pace.size, pace.pauseAfter(100), pace.isGentle]).toEqual([1_000, 0, false]);
});

it('decides by at least twenty sends, and by none that nobody notices', () => {
  const pace = new Pace(false);
  for (let at = 0; at < 3; at++) pace.observe(sends(500, 5));
  expect(pace.size).toBe(1_000);
  pace.observe(sends(500, 5));
  expect(pace.size).toBe(500);
  const fast = new Pace(false);
  fast.observe({ ...sends(20), aloneMs: 2 });
  expect(fast.size).toBe(1_000);
});

it('settles where sends stay below twice their time, whatever a batch costs them', () => {
  // A send waits for a part of the batch that it meets, and meets one as often as the import does not rest.
  for (const costPerMessage of [0.05, 0.2, 1, 3]) {
    const pace = new Pace(true);
    const slowdowns: number[] = [];
    for (let batch = 0; batch < 400; batch++) {
      const took = pace.size * costPerMessage;
      const pause = pace.pauseAfter(took);
      const besideMs = Array.from({ length: 20 }, (_, at) => {
        const isMet = (at + 0.5) / 20 < took / (took + pause);
        return 50 + (isMet ? (took * ((at * 7) % 20)) / 20 : 0);
      });
      pace.observe({ besideMs, aloneMs: 50 });
      if (batch >= 200) slowdowns.push(...besideMs.map((ms) => ms / 50));
    }
    const sorted = slowdowns.toSorted((one, other) => one - other);
    expect({ costPerMessage, p95: sorted[Math.floor(sorted.length * 0.95)]! < 2 }).toEqual({
      costPerMessage,
      p95: true,
    });
  }
});
