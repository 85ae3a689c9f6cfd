/** Thread that computes password hashes, one at a time, at a lower priority than requests. */
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * Costs of new hashes (argon2id, the library's default). `slow` is OWASP's first recommendation: 19 MiB, 2 passes, 1 lane.
 * `quick` protects nothing: tests use it, because a slow hash at a low priority takes seconds on a busy machine.
 */
const costs = {
  slow: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  quick: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};
export type HashCost = keyof typeof costs;

/** By how much the thread is nicer. A request gets about nine tenths of a core that it shares with the thread. */
const nicer = 10;

/** Work for the thread: computes a hash, or compares a password with one. */
export type HashTask = { password: string } & ({ hash: string } | { cost: HashCost });
export type HashAnswer = { hash: string } | { matches: boolean } | { problem: string };

// Linux gives each thread a priority of its own; on other systems the whole process would get it.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + nicer, 19));

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answerTo(task)));

function answerTo(task: HashTask): HashAnswer {
  try {
    if ('cost' in task) return { hash: hashSync(task.password, costs[task.cost]) };
    return { matches: verifySync(task.hash, task.password) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
