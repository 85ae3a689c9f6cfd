/** Worker thread that computes password hashes, one at a time. Its priority is lower than that of requests. */

import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { errorMessage } from '@parley/core';

/**
 * Parameters of argon2id for new hashes. `slow` is the first recommendation of OWASP: 19 MiB, 2 passes, 1 lane. `quick` is not
 * secure. Tests use it, because a slow hash at a low priority takes seconds on a busy machine.
 */
const costs = {
  slow: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  quick: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};
export type HashCost = keyof typeof costs;

/** Increase of the thread's nice value. When a request and the thread share a core, the request gets about 90 % of the time. */
const nicer = 10;

export type HashTask = { password: string } & ({ hash: string } | { cost: HashCost });
export type HashAnswer = { hash: string } | { matches: boolean } | { problem: string };

// Only Linux has a priority for each thread. On other systems this would change the priority of the whole process.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + nicer, 19));

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answerTo(task)));

function answerTo(task: HashTask): HashAnswer {
  try {
    if ('cost' in task) return { hash: hashSync(task.password, costs[task.cost]) };
    return { matches: verifySync(task.hash, task.password) };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}
