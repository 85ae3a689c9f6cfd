import { hash, verify } from '@node-rs/argon2';
import { errors, QueueFullError, Semaphore } from '@parley/core';

/** argon2id (the library's default), 19 MiB, 2 passes, 1 lane: OWASP's first recommendation. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const concurrentHashes = 2;
const concurrentSignIns = 4;
const maxWaiting = 200;

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
   * @throws UNAVAILABLE when too many attempts wait
   */
  signIn<T>(attempt: () => Promise<T>): Promise<T>;
};

/** Limits concurrent hashes and sign-ins, so that a flood of them leaves processor time for other requests. */
export function createPasswords(): Passwords {
  const run = bounded(concurrentHashes);
  const signIn = bounded(concurrentSignIns);
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => run(() => hash(password, cost)),
    matches: (password, stored) =>
      run(async () => {
        decoy ??= hash('nobody has this password', cost);
        const matches = await verify(stored ?? (await decoy), password);
        return matches && stored != null;
      }),
    signIn,
  };
}

function bounded(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const slots = new Semaphore(limit, maxWaiting);
  return (task) =>
    slots.run(task).catch((error: unknown) => {
      throw error instanceof QueueFullError ? errors.unavailable() : error;
    });
}
