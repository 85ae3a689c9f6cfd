import { expect, it } from 'vitest';
import { LatencyLimit } from './latency-limit.ts';

/** A simulated service with a number of `workers`, each of which takes `workMs` per request. It has its own clock. */
function simulate(limit: LatencyLimit, workers: number, workMs: number) {
  const free = Array<number>(workers).fill(0);
  let finishing: { at: number; tookMs: number }[] = [];
  const run = (from: number, until: number, perSecond: number) => {
    const taken: number[] = [];
    let shed = 0;
    for (let now = from; now < until; now += 1_000 / perSecond) {
      for (const each of finishing.filter(({ at }) => at <= now)) limit.finished(each.tookMs, each.at);
      finishing = finishing.filter(({ at }) => at > now);
      if (finishing.length >= limit.limit) {
        shed++;
        continue;
      }
      const worker = free.indexOf(Math.min(...free));
      const at = Math.max(now, free[worker]!) + workMs;
      free[worker] = at;
      finishing.push({ at, tookMs: at - now });
      limit.entered(finishing.length);
      taken.push(at - now);
    }
    return { shed, taken, p99: taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? 0 };
  };
  /** Occupies all workers for `forMs` milliseconds, during which no requests arrive. */
  const pause = (at: number, forMs: number) => {
    for (let worker = 0; worker < workers; worker++) free[worker] = Math.max(free[worker]!, at) + forMs;
  };
  return { run, pause };
}

it('answers admitted requests within a second at twice the load, uses the capacity, and recovers', () => {
  const limit = new LatencyLimit({ max: 1_000, targetMs: 250 });
  const service = simulate(limit, 8, 20);
  expect(service.run(0, 5_000, 300)).toMatchObject({ shed: 0 });

  service.run(5_000, 8_000, 800);
  const overloaded = service.run(8_000, 30_000, 800);
  expect(overloaded.shed).toBeGreaterThan(8_000);
  expect(overloaded.p99).toBeLessThan(600);
  // Eight workers can serve 400 requests per second.
  expect(overloaded.taken.length / 22).toBeGreaterThan(390);

  service.run(30_000, 32_000, 300);
  const after = service.run(32_000, 40_000, 300);
  expect(after.shed).toBe(0);
  expect(after.p99).toBeLessThan(50);
  expect(limit.limit).toBe(1_000);
});

it('sheds nothing when a service occasionally pauses for half a second', () => {
  const service = simulate(new LatencyLimit({ max: 1_000, targetMs: 150 }), 8, 20);
  for (let at = 0; at < 10_000; at += 1_500) {
    service.pause(at, 500);
    expect(service.run(at, at + 1_500, 150)).toMatchObject({ shed: 0 });
  }
});

it('answers admitted requests within a second at twice the load, also with little capacity', () => {
  const service = simulate(new LatencyLimit({ max: 1_000, targetMs: 150 }), 8, 200);
  expect(service.run(0, 10_000, 20)).toMatchObject({ shed: 0 });
  service.run(10_000, 20_000, 80);
  const overloaded = service.run(20_000, 60_000, 80);
  expect(overloaded.shed).toBeGreaterThan(1_000);
  expect(overloaded.p99).toBeLessThan(1_000);
});

it('lowers the limit once per cause: requests admitted before the decrease do not count', () => {
  const limit = new LatencyLimit({ max: 1_000, targetMs: 100 });
  expect(limit.limit).toBe(512);
  for (let n = 1; n <= 1_000; n++) limit.finished(1, n * 3);
  expect(limit.limit).toBe(1_000);
  limit.entered(400);
  // Four hundred requests were admitted at the same time to a service that handles one per millisecond.
  for (let n = 1; n <= 400; n++) limit.finished(n, 3_000 + n);
  const fallen = limit.limit;
  expect(fallen).toBeGreaterThan(150);
  expect(fallen).toBeLessThan(400);
  // Later requests wait behind those that still run, but no longer than the target allows.
  limit.entered(fallen);
  for (let n = 0; n < 100; n++) limit.finished(90, 3_550 + n * 10);
  expect(limit.limit).toBeGreaterThan(fallen);
});

it('does not lower the limit because of a few slow requests', () => {
  const limit = new LatencyLimit({ max: 1_000, targetMs: 250 });
  for (let n = 0; n < 1_000; n++) {
    limit.entered(20);
    limit.finished(n % 20 === 0 ? 2_000 : 5, n * 10);
  }
  expect(limit.limit).toBe(1_000);
  // All requests are slow although only four run concurrently, so a lower limit cannot make them faster.
  for (let n = 0; n < 1_000; n++) {
    limit.entered(4);
    limit.finished(2_000, 10_000 + n * 10);
  }
  expect(limit.limit).toBe(32);
});
