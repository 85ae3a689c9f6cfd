import { errors, QueueFullError, Semaphore } from '@parley/core';
import { hashThreads, runHashTask } from './hash-threads.ts';
import type { HashCost } from './hash-worker.ts';

/** Maximum number of concurrent sign-ins: one for each hashing thread, and two more that wait for the database. */
const concurrentSignIns = hashThreads + 2;
/** Maximum number of waiting attempts. A core computes 30 to 60 hashes per second, so the last one waits one to two seconds. */
const maxWaiting = 64 * hashThreads;

export type Passwords = {
  /** Returns a new hash of a password, in PHC format. */
  hash(password: string): Promise<string>;
  /**
   * Returns whether the password matches the hash. Without a hash it takes the same time, so that the duration does not reveal
   * whether an account exists.
   */
  matches(password: string, hash: string | null | undefined): Promise<boolean>;
  /**
   * Runs a sign-in attempt. Limits the number of concurrent attempts, so that they use few database connections.
   * @param signal removes a waiting attempt from the queue
   * @throws UNAVAILABLE, with the time after which to retry, when too many attempts wait
   */
  signIn<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

/**
 * Creates a service that hashes passwords with argon2id. Hashing runs in threads of low priority, and the number of concurrent
 * hashes and sign-ins is limited. So even very many sign-ins leave processor time for other requests.
 */
export function createPasswords(cost: HashCost = 'slow'): Passwords {
  const hashes = new Semaphore(hashThreads, maxWaiting);
  const signIns = new Semaphore(concurrentSignIns, maxWaiting);
  let decoy: Promise<string> | undefined;
  const hash = (password: string) => refusing(hashes.run(() => hashOf(password, cost)));
  return {
    hash,
    async matches(password, stored) {
      decoy ??= hash('nobody has this password');
      const task = { password, hash: stored ?? (await decoy) };
      const answer = await refusing(hashes.run(() => runHashTask(task)));
      if ('problem' in answer) throw new Error(answer.problem);
      return 'matches' in answer && answer.matches && stored != null;
    },
    signIn: (attempt, signal) => refusing(signIns.run(attempt, signal)),
  };
}

async function hashOf(password: string, cost: HashCost): Promise<string> {
  const answer = await runHashTask({ password, cost });
  if (!('hash' in answer)) throw new Error('problem' in answer ? answer.problem : 'No hash was computed.');
  return answer.hash;
}

/** Converts the error of a full queue into the error for too many sign-ins, which names the time after which to retry. */
const refusing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof QueueFullError)) throw error;
    throw errors.manySignIns();
  });
