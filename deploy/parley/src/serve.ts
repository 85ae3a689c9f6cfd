import { setFlagsFromString } from 'node:v8';
import { freeBuffersEarly } from '@parley/rpc';
import { runService } from '@parley/service-kit';
import { createProcess } from './create-process.ts';

/** In milliseconds: the gateway, and then the others. Containers get longer before they are killed. */
const stopTimeoutMs = 20_000;

/** Runs the services of this process until it is stopped by a signal, or by the end of its parent process. */
export function serve(): void {
  // Files may pass through the process.
  freeBuffersEarly();
  collectOnOneThread();
  runService('parley', createProcess, stopTimeoutMs);
}

/**
 * Makes V8 collect young garbage on this thread. By default four more threads help, which wait for each other longer than a collection takes
 * where other processes share the processors: they took a quarter of the CPU of sends
 * (docs/performance/2026-11-30-garbage.md).
 */
function collectOnOneThread(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
