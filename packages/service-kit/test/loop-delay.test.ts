import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measureLoopDelay } from '../src/loop-delay.ts';

const read = async (registry: Registry, name: string) =>
  (await registry.getSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)!.get()).values[0]?.value ?? 0;

/** Blocks the event loop for `ms` milliseconds. */
function block(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) {}
}

it('notices that the event loop was blocked in a process without work', async () => {
  const registry = new Registry();
  const measuring = measureLoopDelay(registry, '');
  await sleep(10);
  block(2_600);
  await expect.poll(() => read(registry, 'max'), { timeout: 60_000 }).toBeGreaterThan(0.5);
  measuring.stop();
});

it('measures the delay often while the process works', async () => {
  const registry = new Registry();
  const measuring = measureLoopDelay(registry, '');
  const begunMs = performance.now();
  let half = 0;
  while (half < 0.04 && performance.now() - begunMs < 30_000) {
    for (const untilMs = performance.now() + 500; performance.now() < untilMs; ) {
      block(50);
      await turn();
    }
    half = await read(registry, 'p50');
  }
  expect(half).toBeGreaterThan(0.04);
  measuring.stop();
});
