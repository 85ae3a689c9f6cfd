import { errors, QueueFullError, Semaphore } from '@parley/core';
import { hashThreads, runHashTask } from './hash-threads.ts';
import type { HashCost } from './hash-worker.ts';

/**
 * Maximum number of concurrent sign-ins: one for each thread that computes hashes, and two that wait for the database.
 */
const concurrentSignIns = hashThreads + 2;
/** Attempts that may wait. A core computes 30 to 60 hashes a second, so the last one waits for one to two seconds. */
const maxWaiting = 64 * hashThreads;

export type Passwords = {
  /** Returns a new hash in PHC format. */
  hash(password: string): Promise<string>;
  /**
   * Returns whether the password matches the hash. Takes equally long without a hash, so that the time does not show
   * whether an account exists.
   */
  matches(password: string, hash: string | null | undefined): Promise<boolean>;
  /**
   * Runs a sign-in attempt. Limits concurrent attempts, so that they hold few database connections.
   * @param signal removes the attempt from the queue, because nobody waits for it any more
   * @throws UNAVAILABLE with the time after which to retry, when too many attempts wait
   */
  signIn<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

/**
 * Hashes passwords (argon2id) in threads of low priority, and limits concurrent hashes and sign-ins, so that a flood of
 * them leaves processor time for other requests.
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

/** Refuses excess work with the time after which to retry. */
const refusing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof QueueFullError)) throw error;
    throw errors.manySignIns();
  });
