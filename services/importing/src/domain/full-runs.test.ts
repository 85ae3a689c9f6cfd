import { expect, it } from 'vitest';
import { FullRuns } from './full-runs.ts';

/** Chooses the next free ID from a time on, as messaging does. Returns how many it has looked at. */
function choose(taken: Set<number>, from: number): { id: number; looks: number } {
  let id = from;
  while (taken.has(id)) id++;
  taken.add(id);
  return { id, looks: id - from + 1 };
}

it('leads to the same IDs, with few looks where many messages have one time', () => {
  const runs = new FullRuns();
  const [taken, alike] = [new Set<number>(), new Set<number>()];
  // Times of several conversations come again and again, and some lie within the overflow of others.
  const times = Array.from({ length: 9_000 }, (_, at) =>
    at % 10 === 9 ? 50_000 + ((at * 7_919) % 12_000) : 50_000 + Math.floor(at / 3_000) * 1_000,
  );
  let [looks, others] = [0, 0];
  for (const time of times) {
    const found = choose(taken, runs.after(time));
    looks += found.looks;
    if (found.id !== choose(alike, time).id) others++;
    runs.note(time, found.id);
  }
  expect(others).toBe(0);
  expect(looks / times.length).toBeLessThan(300);
});

it('remembers a bounded number of runs', () => {
  const runs = new FullRuns();
  for (let at = 1; at <= 300; at++) runs.note(at * 10_000, at * 10_000 + 2_000);
  expect(runs.after(10_000)).toBe(10_000);
  expect(runs.after(3_000_000)).toBe(3_002_001);
});
