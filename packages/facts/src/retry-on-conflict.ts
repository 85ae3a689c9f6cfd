import { errors } from '@parley/core';
import type { Scope } from './scope.ts';

export type RetryOnConflictOptions = {
  /** Maximum number of attempts. Default 5. */
  maxAttempts?: number;
  /** Called after each attempt that returned undefined. */
  onConflict?: () => void;
};

/**
 * Runs an attempt to decide and write. Repeats it when a concurrent change made the decision obsolete. Repeated attempts ask
 * the services that own the facts instead of the caches.
 * @param attempt returns undefined when the facts of its decision have changed; it must not have written anything then
 * @throws UNAVAILABLE when all attempts returned undefined, and any error of `attempt`
 */
export async function retryOnConflict<Done>(
  scope: Scope,
  attempt: (scope: Scope) => Promise<Done | undefined>,
  { maxAttempts = 5, onConflict }: RetryOnConflictOptions = {},
): Promise<Done> {
  let current = scope;
  for (let number = 0; number < maxAttempts; number++) {
    const done = await attempt(current);
    if (done !== undefined) return done;
    onConflict?.();
    current = scope.askingOwners();
  }
  throw errors.unavailable();
}
