/** Decides which ways to sign in owners may switch off. No I/O. */
import { errors, errorText } from '@parley/core';
import type { SignInMethods } from '../../kernel/domain/organization.ts';
import { configuredMethods, methodsInForce } from '../../kernel/domain/sign-in-methods.ts';

/**
 * Returns the new value of the setting, after owners have switched some ways to sign in on or off. Ways that the change does
 * not contain are not changed. Unknown ways are ignored if they are off, because some clients send a whole list.
 * @param stored the stored value, which may contain ways that are not configured any more
 * @param usable the ways with which at least one owner can sign in
 * @throws BAD_REQUEST for switching on an unknown way, or when no owner could sign in any more
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
