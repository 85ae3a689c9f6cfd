import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '@parley/core';
import type { HashAnswer, HashTask } from './hash-worker.ts';

/** Half of the cores, so that hashes never take all of them. */
export const hashThreads = Math.max(1, Math.floor(availableParallelism() / 2));

/** The thread's file, as source and as it is built. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './hash-worker.ts' : './hash-worker.js',
  import.meta.url,
);

/** Threads that have no task. They are shared by the whole process and do not keep it alive. */
const idle: Worker[] = [];
const turns = new Semaphore(hashThreads);

/**
 * Computes a hash or compares a password in one of a few threads. Further tasks wait; callers limit how many.
 * @param signal ends the wait
 */
export function runHashTask(task: HashTask, signal?: AbortSignal): Promise<HashAnswer> {
  return turns.run(
    () => runIn(idle.pop() ?? new Worker(workerFile, { env: {}, execArgv: [] }), task),
    signal,
  );
}

async function runIn(worker: Worker, task: HashTask): Promise<HashAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HashAnswer>();
  const onExit = (code: number) => reject(new Error(`The thread for hashes ended with code ${code}.`));
  worker.ref();
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  worker.postMessage(task);
  try {
    const answer = await promise;
    worker.unref();
    idle.push(worker);
    return answer;
  } finally {
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
  }
}
