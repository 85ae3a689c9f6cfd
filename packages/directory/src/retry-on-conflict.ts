import { errors } from '@parley/core';
import type { Scope } from './scope.ts';

export type RetryOnConflictOptions = {
  /** 5 unless given. */
  maxAttempts?: number;
  /** Called after each attempt that met a conflict. */
  onConflict?: () => void;
};

/**
 * Decides and writes, and retries while a concurrent change makes the decision obsolete. Retries decide on the owners'
 * answers.
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
