/** Decides which operations an API key with limits may use. Does no I/O. */
import { errors } from '@parley/core';
import type { KeyScope } from '@parley/rpc';
import { roles } from '@parley/rules';

/** Areas of the API to which a key can be limited. Each is a folder of `src/http`. */
export const keyAreas = [
  'audit',
  'bots',
  'channels',
  'events',
  'groups',
  'invites',
  'messages',
  'mobile',
  'organization',
  'personal',
  'uploads',
  'users',
] as const;

/** Operations that reveal or change credentials. With them, a limited key could obtain a credential with more rights. */
const neverInScope: ReadonlySet<string> = new Set([
  'add-bot',
  'get-bot-api-key',
  'regenerate-bot-api-key',
  'regenerate-own-api-key',
]);

/** Operations that a read-only key may use although their HTTP method is a writing one. */
const harmless: ReadonlySet<string> = new Set(['register-queue', 'delete-queue']);
/** Reads that a read-only key may not use, because they reveal an address to which anybody can send messages. */
const notOnlyReading: ReadonlySet<string> = new Set(['get-stream-email-address']);

export type Target = { readonly operation: string; readonly area: string; readonly isRead: boolean };

/** Returns whether a key may be used for an operation. Areas outside of `keyAreas` are never in scope, except `server`. */
export function isInScope({ isReadOnly, areas }: KeyScope, { operation, area, isRead }: Target): boolean {
  if (area === 'server') return true;
  if (!(keyAreas as readonly string[]).includes(area) || neverInScope.has(operation)) return false;
  if (areas.length > 0 && !areas.includes(area)) return false;
  return !isReadOnly || (isRead && !notOnlyReading.has(operation)) || harmless.has(operation);
}

/**
 * Checks that the caller's key has no limits. Operations in the scope of limited keys call it for parameters that change a
 * credential: a password, or the address at which a password can be reset.
 * @throws ACCESS_DENIED
 */
export function requireNoLimits(scope: KeyScope | undefined): void {
  if (scope) throw errors.keyLimited();
}

/**
 * Checks that the caller's key may be used to give an account a role. A limited key gives no role above that of a member, because
 * the account can have credentials without limits.
 * @throws ACCESS_DENIED
 */
export function requireRoleInScope(scope: KeyScope | undefined, role: number | undefined): void {
  if (scope && role !== undefined && role < roles.member) throw errors.keyLimited();
}

/** Checks that a key may be used for an operation. @throws ACCESS_DENIED */
export function requireInScope(scope: KeyScope | undefined, target: Target): void {
  if (scope && !isInScope(scope, target)) throw errors.keyLimited();
}
