import { createLogger, VERSION } from '@parley/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRegistry, onceTrueWithin } from '../src/index.ts';
import { createOps } from '../src/ops.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('is ready once the shared server was reachable, or after a time limit', () => {
  let isThere = false;
  const check = onceTrueWithin(10_000, () => isThere || 'not caught up');
  expect(check()).toBe('not caught up');
  vi.advanceTimersByTime(9_999);
  expect(check()).toBe('not caught up');
  vi.advanceTimersByTime(1);
  expect(check()).toBe(true);

  isThere = true;
  const other = onceTrueWithin(10_000, () => isThere || 'not caught up');
  expect(other()).toBe(true);
  isThere = false;
  expect(other()).toBe(true);
});

it('reports the version of the release as a metric', async () => {
  const text = await createRegistry().metrics();
  expect(text).toContain(`parley_build_info{version="${VERSION}",node="${process.versions.node}"} 1`);
});

it('serves only the metrics that are asked for by name', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const ops = createOps({ host: '127.0.0.1', port: 0, logger, ready: () => [] });
  const port = await ops.start();
  try {
    const query = new URLSearchParams([
      ['name[]', 'parley_build_info'],
      ['name[]', 'parley_absent'],
    ]);
    const page = await (await fetch(`http://127.0.0.1:${port}/metrics?${query}`)).text();
    expect(page.match(/^\w+/gm)).toEqual(['parley_build_info']);
    const whole = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(whole).toContain('\nparley_process_process_cpu_seconds_total ');
  } finally {
    await ops.stop();
  }
});

it('shares Node’s own metrics, with their timers and observers, among all registries of the process', async () => {
  const [one, other] = [createRegistry(), createRegistry()];
  await one.metrics();
  expect(await createRegistry().metrics()).toContain('parley_process_process_cpu_seconds_total ');
  for (const name of [
    'nodejs_eventloop_lag_p50_seconds',
    'nodejs_gc_duration_seconds',
    'nodejs_heap_size_used_bytes',
  ]) {
    const metric = one.getSingleMetric(`parley_process_${name}`);
    expect(metric).toBeDefined();
    expect(other.getSingleMetric(`parley_process_${name}`)).toBe(metric);
  }
  expect(other.getSingleMetric('parley_build_info')).not.toBe(one.getSingleMetric('parley_build_info'));
});
