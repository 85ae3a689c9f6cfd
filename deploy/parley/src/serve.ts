import { freeBuffersEarly } from '@parley/rpc';
import { runService } from '@parley/service-kit';
import { createProcess } from './create-process.ts';

/** In milliseconds: the gateway, and then the others. Containers get longer before they are killed. */
const stopTimeoutMs = 20_000;

/** Runs the services of this process until it is stopped by a signal, or by the end of its parent process. */
export function serve(): void {
  // Files may pass through the process.
  freeBuffersEarly();
  runService('parley', createProcess, stopTimeoutMs);
}
