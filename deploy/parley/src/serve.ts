import { freeBuffersEarly } from '@parley/rpc';
import { runService } from '@parley/service-kit';
import { createProcess } from './create-process.ts';

/** Runs the services of this process until it is stopped by a signal, or by the end of its parent process. */
export function serve(): void {
  // Files pass through the process.
  freeBuffersEarly();
  runService('parley', createProcess);
}
