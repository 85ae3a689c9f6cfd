/** Decides in which areas of the API an API key with limits may be used. Does no I/O. */
import { errors, hasKey } from '@parley/core';
import { isAreaOpen, type KeyScope, keyAreas } from '@parley/rules';

/** Operations that a read-only key may use although their HTTP method is a writing one. */
const harmless: ReadonlySet<string> = new Set(['register-queue', 'delete-queue']);

export type Target = { readonly operation: string; readonly area: string; readonly isRead: boolean };

/**
 * Returns whether a key may be used for an operation, by its area. Areas outside of `keyAreas` are never in scope, except `server`.
 * What an operation hands out and changes is decided by the service that owns the data.
 */
export function isInScope(scope: KeyScope, { operation, area, isRead }: Target): boolean {
  if (area === 'server') return true;
  if (!hasKey(keyAreas, area) || !isAreaOpen(scope, area)) return false;
  return !scope.isReadOnly || isRead || harmless.has(operation);
}

/** Checks that a key may be used for an operation. @throws ACCESS_DENIED */
export function requireInScope(scope: KeyScope | undefined, target: Target): void {
  if (scope && !isInScope(scope, target)) throw errors.keyLimited();
}
