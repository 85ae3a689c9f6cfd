import { errors } from '@parley/core';
import { codePoints, hasVisibleText, limits, roles } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';

/** Longest full name, Unicode code points. */
const maxFullNameLength = 100;

/**
 * Markup, controls, what turns the text around, and what is never drawn, so that two names look alike. (Joiners are part
 * of some scripts and of emoji.)
 */
const notInNames =
  /[*`\\>"@\p{Cc}\p{Cs}\p{Co}\u00ad\u180e\u200b\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u;

/** The address without blanks around it. @throws BAD_REQUEST when it is none, or one the server makes up itself. */
export function checkEmail(given: string, host: string): string {
  const email = given.trim();
  const [local = '', domain = '', ...more] = email.split('@');
  const isAddress =
    more.length === 0 &&
    email.length <= 254 &&
    local.length > 0 &&
    local.length <= 64 &&
    !/[\s\p{Cc}\p{Cf}"(),:;<>[\]\\]/u.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u.test(domain);
  if (!isAddress) throw errors.badRequest('Enter a valid email address.');
  if (isReserved(email, host)) throw errors.badRequest('This email address is reserved.');
  return email;
}

/** Addresses that stand for people who hide theirs (`user{id}@{host}`). */
const isReserved = (email: string, host: string): boolean =>
  /^user\d+@/i.test(email) && email.toLowerCase().endsWith(`@${host.toLowerCase()}`);

/**
 * The name without blanks around it. @throws BAD_REQUEST when it is empty, too long, or could be taken for
 * something else in a message (mention syntax, markup).
 */
export function checkFullName(given: string): string {
  const fullName = given.trim().normalize('NFC');
  if (!hasVisibleText(fullName)) throw errors.badRequest('Name too short!');
  if (codePoints(fullName) > maxFullNameLength) throw errors.badRequest('Name too long!');
  if (notInNames.test(fullName)) throw errors.badRequest('Invalid characters in name!');
  // `@**name|17**` names a person by ID.
  if (/\|\d+$/.test(fullName)) throw errors.badRequest('Invalid format!');
  return fullName;
}

/** @throws BAD_REQUEST when the password is too short, too long, or the address itself. */
export function checkPassword(password: string, email: string): void {
  const length = codePoints(password);
  if (length < limits.passwordMinLength) {
    throw errors.badRequest(`The password must have at least ${limits.passwordMinLength} characters.`);
  }
  if (length > limits.passwordMaxLength) {
    throw errors.badRequest(`The password must have at most ${limits.passwordMaxLength} characters.`);
  }
  const isAddress = [email, email.split('@')[0]!].some(
    (part) => part.toLowerCase() === password.toLowerCase(),
  );
  if (isAddress || new Set(password).size === 1) throw errors.badRequest('The password is too weak.');
}

/** @throws when the caller may not create accounts: administrators may, and who was given the permission. */
export function decideCreateUser(caller: Person): void {
  if (caller.role > roles.administrator && !caller.canCreateUsers) {
    throw errors.notPermitted('User not authorized to create users');
  }
}

/** The role of a new account; 0 is that of new people. @throws BAD_REQUEST when there is no such role. */
export function checkRole(given: number, isOperator: boolean): number {
  if (given === 0) return roles.member;
  if (!isOperator || !Object.values<number>(roles).includes(given)) throw errors.badRequest('Invalid role.');
  return given;
}
