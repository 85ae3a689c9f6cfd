import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '@parley/core';
import type { HashAnswer, HashTask } from './hash-worker.ts';

/** Maximum number of hashing threads: half of the cores, so that hashing does not use all of them; at least one. */
export const hashThreads = Math.max(1, Math.floor(availableParallelism() / 2));

/** The file of the worker thread: TypeScript when this file runs from source, JavaScript in a build. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './hash-worker.ts' : './hash-worker.js',
  import.meta.url,
);

/** Threads without a task. The whole process shares them. They do not keep the process running. */
const idle: Worker[] = [];
const turns = new Semaphore(hashThreads);

/**
 * Computes a hash or compares a password, in one of the worker threads. Tasks wait for a free thread. Callers must limit their
 * number.
 * @param signal cancels a waiting task
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
