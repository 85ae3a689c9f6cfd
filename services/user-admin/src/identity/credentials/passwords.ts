import { hash, verify } from '@node-rs/argon2';
import { errors, QueueFullError, Semaphore } from '@parley/core';

/** argon2id (the library's default), 19 MiB, 2 passes, 1 lane: OWASP's first recommendation. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const hashesAtOnce = 2;
const signInsAtOnce = 4;
const waitingAtMost = 200;

export type Passwords = {
  /** PHC text of a new hash. */
  hash(password: string): Promise<string>;
  /** Whether the password is the hash's. Takes as long when there is no hash: nobody learns who has an account. */
  matches(password: string, hash: string | null | undefined): Promise<boolean>;
  /** Runs one sign-in; few at a time hold a database connection. @throws UNAVAILABLE when flooded. */
  signIn<T>(attempt: () => Promise<T>): Promise<T>;
};

/** Few at a time, so that a flood of sign-ins leaves the processor to others. @throws UNAVAILABLE when flooded. */
export function createPasswords(): Passwords {
  const run = bounded(hashesAtOnce);
  const signIn = bounded(signInsAtOnce);
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

function bounded(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  const slots = new Semaphore(atOnce, waitingAtMost);
  return (task) =>
    slots.run(task).catch((error: unknown) => {
      throw error instanceof QueueFullError ? errors.unavailable() : error;
    });
}
