/** Decides what limited API keys may be used for. Does no I/O. */
import { errors } from '@parley/core';

/** Limits of a key. */
export type KeyScope = {
  readonly isReadOnly: boolean;
  /** Areas of the API; none for all areas. */
  readonly areas: readonly string[];
};

/** Areas that a key can be limited to: folders of `src/http`. */
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

/** Operations that hand out or change credentials. A limited key would gain more rights by them. */
const neverInScope: ReadonlySet<string> = new Set([
  'add-bot',
  'get-bot-api-key',
  'regenerate-bot-api-key',
  'regenerate-own-api-key',
]);

/** Operations that change nothing although their method writes. */
const harmless: ReadonlySet<string> = new Set(['register-queue', 'delete-queue']);
/** Reads that answer an address to which anybody may then write. */
const notOnlyReading: ReadonlySet<string> = new Set(['get-stream-email-address']);

export type Target = { readonly operation: string; readonly area: string; readonly isRead: boolean };

/** Returns whether a key may be used for an operation. Nothing but the listed areas is ever in scope. */
export function isInScope({ isReadOnly, areas }: KeyScope, { operation, area, isRead }: Target): boolean {
  if (area === 'server') return true;
  if (!(keyAreas as readonly string[]).includes(area) || neverInScope.has(operation)) return false;
  if (areas.length > 0 && !areas.includes(area)) return false;
  return !isReadOnly || (isRead && !notOnlyReading.has(operation)) || harmless.has(operation);
}

/** Checks that a key may be used for an operation. @throws ACCESS_DENIED */
export function requireInScope(scope: KeyScope | undefined, target: Target): void {
  if (scope && !isInScope(scope, target)) throw errors.keyLimited();
}
