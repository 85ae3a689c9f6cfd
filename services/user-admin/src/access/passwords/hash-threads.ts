import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '@parley/core';
import type { HashAnswer, HashTask } from './hash-worker.ts';
import type { StrengthAnswer, StrengthTask } from './strength-worker.ts';

/** Maximum number of hashing threads: half of the cores, so that hashing does not use all of them; at least one. */
export const hashThreads = Math.max(1, Math.floor(availableParallelism() / 2));

/** Returns the file of a worker thread: TypeScript when this file runs from source, JavaScript in a build. */
const workerFile = (name: string): URL =>
  new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Threads of one kind. The whole process shares them. Idle ones do not keep the process running. */
type Pool = { readonly file: URL; readonly idle: Worker[]; readonly turns: Semaphore };

const hashing: Pool = { file: workerFile('hash-worker'), idle: [], turns: new Semaphore(hashThreads) };
/** One thread suffices: each thread holds the list of leaked passwords, and people rarely choose a password. */
const judging: Pool = { file: workerFile('strength-worker'), idle: [], turns: new Semaphore(1) };

/** Tasks wait for a free thread. Callers must limit their number. @param signal cancels a waiting task */
export const runHashTask = (task: HashTask, signal?: AbortSignal): Promise<HashAnswer> =>
  run<HashAnswer>(hashing, task, signal);

/** Estimates how many guesses a password takes, in a worker thread. Callers must limit their number. */
export const runStrengthTask = (task: StrengthTask): Promise<StrengthAnswer> =>
  run<StrengthAnswer>(judging, task);

const run = <Answer>(pool: Pool, task: HashTask | StrengthTask, signal?: AbortSignal): Promise<Answer> =>
  pool.turns.run(() => runInThread<Answer>(pool, task), signal);

async function runInThread<Answer>({ idle, file }: Pool, task: HashTask | StrengthTask): Promise<Answer> {
  const worker = idle.pop() ?? new Worker(file, { env: {}, execArgv: [] });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onExit = (code: number) => reject(new Error(`The thread for passwords ended with code ${code}.`));
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
