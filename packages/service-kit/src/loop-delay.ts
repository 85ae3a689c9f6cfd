import { createHistogram, performance } from 'node:perf_hooks';
import { every } from '@parley/core';
import { Gauge, type Registry } from 'prom-client';

/** Interval between samples while the process is busy, in milliseconds. A sample is the time between two timers. */
const sampleEveryMs = 10;
/** Interval in milliseconds at which `measureLoopDelay` checks whether the process is busy. */
const lookEveryMs = 2_000;
/** The process counts as busy when its event loop runs code for at least this fraction of the time. */
const workingFrom = 0.05;

/**
 * Measures the delay of the event loop by the time between two timers of 10 ms, like `monitorEventLoopDelay`. It does so only
 * while the process is busy, because the timers would wake up an idle process a hundred times a second. While idle, it takes
 * one sample every two seconds.
 */
export function measureLoopDelay(registry: Registry, prefix: string): { stop(): void } {
  const delays = createHistogram();
  const record = (ms: number) => delays.record(Math.max(1, Math.round(ms * 1e6)));
  let sampling: NodeJS.Timeout | undefined;
  let sampledAtMs = 0;
  let lookedAtMs = performance.now();
  let used = performance.eventLoopUtilization();

  const sample = () => {
    const nowMs = performance.now();
    record(nowMs - sampledAtMs);
    sampledAtMs = nowMs;
  };
  const look = () => {
    const nowMs = performance.now();
    const usedNow = performance.eventLoopUtilization();
    const isWorking = performance.eventLoopUtilization(usedNow, used).utilization >= workingFrom;
    if (!sampling) record(nowMs - lookedAtMs - lookEveryMs + sampleEveryMs);
    lookedAtMs = nowMs;
    used = usedNow;
    if (isWorking && !sampling) {
      sampledAtMs = nowMs;
      sampling = setInterval(sample, sampleEveryMs).unref();
    } else if (!isWorking) {
      clearInterval(sampling);
      sampling = undefined;
    }
  };
  const looking = every(lookEveryMs, look);

  const gauges = Object.entries({
    min: () => delays.min,
    max: () => delays.max,
    mean: () => delays.mean,
    stddev: () => delays.stddev,
    p50: () => delays.percentile(50),
    p90: () => delays.percentile(90),
    p99: () => delays.percentile(99),
  });
  gauges.forEach(([name, read], at) => {
    new Gauge({
      name: `${prefix}nodejs_eventloop_lag_${name}_seconds`,
      help: 'Time between two timers of 10 ms since the last collection; about 0.01 without a delay.',
      registers: [registry],
      collect() {
        if (delays.count > 0) this.set(read() / 1e9);
        if (at === gauges.length - 1) delays.reset();
      },
    });
  });
  return {
    stop() {
      clearInterval(sampling);
      looking.stop();
    },
  };
}
