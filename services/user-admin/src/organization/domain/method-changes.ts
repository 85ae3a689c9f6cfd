/** Decides which changes of the ways to sign in are allowed. Does no I/O. */
import { errors, errorText } from '@parley/core';
import type { SignInMethods } from '../../kernel/domain/organization.ts';
import { configuredMethods, methodsInForce } from '../../kernel/domain/sign-in-methods.ts';

/**
 * Returns the setting after owners switched some ways to sign in. Ways that the change does not name stay as they are. Clients may
 * send ways that do not exist here as off, because some send a whole list.
 * @param stored the setting as it is stored, which may name ways that the file no longer configures
 * @param usable the ways with which at least one owner can sign in
 * @throws BAD_REQUEST for a way that does not exist, or when no owner could sign in any more
 */
export function changedMethods(
  given: Readonly<Record<string, boolean>>,
  stored: Readonly<Record<string, boolean>>,
  { signInMethods, usable }: { signInMethods: SignInMethods; usable: ReadonlySet<string> },
): Record<string, boolean> {
  const names = new Set(configuredMethods(signInMethods).map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => given[name] && !names.has(name));
  if (unknown !== undefined) {
    throw errors.badRequest(errorText("There is no sign-in method '{name}'.", { name: unknown }));
  }
  const known = Object.entries(given).filter(([name]) => names.has(name));
  const wanted = { ...stored, ...Object.fromEntries(known) };
  const inForce = methodsInForce(wanted, signInMethods);
  const on = Object.keys(inForce).filter((name) => inForce[name]);
  if (on.length === 0) throw errors.badRequest('At least one authentication method must be enabled.');
  const before = methodsInForce(stored, signInMethods);
  const switchesOff = Object.keys(before).some((name) => before[name] && !inForce[name]);
  if (switchesOff && !on.some((name) => usable.has(name))) {
    throw errors.badRequest(
      'No owner could sign in any more. Please sign in once with a method that stays on, and try again.',
    );
  }
  return wanted;
}
