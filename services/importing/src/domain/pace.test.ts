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
  let now = 0;
  const living = new Pace(true, () => now);
  for (let at = 0; at < 10; at++) living.observe(quiet);
  // A short time without a send says nothing.
  expect([living.size, living.isGentle, Math.round(living.pauseAfter(1_000))]).toEqual([100, true, 1_500]);
  now = 3_000;
  for (let at = 0; at < 4; at++) living.observe(quiet);
  expect([living.size, living.isGentle, living.pauseAfter(1_000)]).toEqual([1_000, false, 0]);
  const alone = new Pace(true);
  alone.takeAll();
  expect([alone.size, alone.isGentle, alone.pauseAfter(1_000)]).toEqual([1_000, false, 0]);
});

it('gives way to sends that take longer: smaller batches and longer rests, within bounds', () => {
  const pace = new Pace(false);
  const seen: [size: number, pause: number][] = [];
  for (let at = 0; at < 12; at++) {
    // Few of them, so that it gives way in small steps.
    pace.observe({ ...sends(500, 2), besideMs: [500, 500, ...sends(50, 98).besideMs] });
    seen.push([pace.size, Math.round(pace.pauseAfter(100))]);
  }
  expect(seen.slice(0, 3)).toEqual([
    [500, 18],
    [250, 43],
    [125, 82],
  ]);
  expect(seen.at(-1)).toEqual([20, 1_900]);
  expect(pace.pauseAfter(60_000)).toBe(3_000);
  const all = new Pace(false);
  all.observe(sends(500));
  expect(all.size).toBe(250);
});

it('takes more again when sends are as fast as before, and keeps its pace where one of a hundred is slow', () => {
  const pace = new Pace(false);
  for (let at = 0; at < 12; at++) pace.observe(sends(500));
  pace.observe({ ...sends(50), besideMs: [500, ...sends(50, 99).besideMs] });
  expect([pace.size, Math.round(pace.pauseAfter(100))]).toEqual([20, 1_900]);
  for (let at = 0; at < 40; at++) pace.observe(sends(50, 100));
  expect([pace.size, pace.pauseAfter(100), pace.isGentle]).toEqual([1_000, 0, false]);
});

it('takes more also where few people send', () => {
  const pace = new Pace(true, () => 0);
  for (let at = 0; at < 2_000; at++) pace.observe(sends(50, at % 10 === 0 ? 1 : 0));
  expect([pace.size, pace.isGentle]).toEqual([1_000, false]);
});

it('decides by none that nobody notices, and by slow ones only where it does not know better', () => {
  const fast = new Pace(false);
  fast.observe({ ...sends(8, 100), aloneMs: 2 });
  expect(fast.size).toBe(1_000);
  fast.observe({ ...sends(9, 100), aloneMs: 2 });
  expect(fast.size).toBe(250);
  const unknown = new Pace(false);
  unknown.observe({ ...sends(90, 100), aloneMs: 0 });
  expect(unknown.size).toBe(1_000);
  unknown.observe({ ...sends(110, 100), aloneMs: 0 });
  expect(unknown.size).toBe(250);
});

it('settles where the slowest sends stay below twice their time, whatever a batch costs them', () => {
  // A send waits for a part of the batch that it meets, and meets one as often as the import does not rest.
  for (const costPerMessage of [0.05, 0.2, 1, 3]) {
    const pace = new Pace(true);
    const slowdowns: number[] = [];
    for (let batch = 0; batch < 2_000; batch++) {
      const took = pace.size * costPerMessage;
      const pause = pace.pauseAfter(took);
      const besideMs = Array.from({ length: 20 }, (_, at) => {
        const isMet = (at + 0.5) / 20 < took / (took + pause);
        return 50 + (isMet ? (took * ((at * 7 + batch) % 20)) / 20 : 0);
      });
      pace.observe({ besideMs, aloneMs: 50 });
      slowdowns.push(...besideMs.map((ms) => ms / 50));
    }
    const sorted = slowdowns.toSorted((one, other) => one - other);
    expect({ costPerMessage, p99: sorted[Math.floor(sorted.length * 0.99)]! <= 2 }).toEqual({
      costPerMessage,
      p99: true,
    });
  }
});
