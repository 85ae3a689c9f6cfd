import { errors } from '@parley/core';
import type { Scope } from './scope.ts';

export type RetryOnConflictOptions = {
  /** Maximum number of attempts. Default 5. */
  maxAttempts?: number;
  /** Called after each attempt that met a conflict. */
  onConflict?: () => void;
};

/**
 * Decides and writes. Repeats both when a concurrent change makes the decision obsolete. Repetitions decide on facts
 * from the owners.
 * @param attempt returns undefined when its facts changed before it could write; it must have written nothing then
 * @throws UNAVAILABLE when all attempts met a conflict, and whatever `attempt` throws
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
