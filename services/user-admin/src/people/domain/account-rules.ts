import { errors, errorText, partBefore } from '@parley/core';
import { codePoints, hasVisibleText, hiddenCharacter, limits, roles } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';

/** Maximum length of a name, in Unicode code points. */

/** Characters that are forbidden in names: those of Markdown and mentions, quotation marks, and characters for private use. */
const notInNames = /[*`\\>"@\p{Co}]/u;

/** Returns it trimmed. @throws BAD_REQUEST when the address is malformed, or reserved for the server */
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

/** Returns whether an address has the form `user{id}@{host}`, which the server uses for people whose real address is hidden. */
const isReserved = (email: string, host: string): boolean =>
  /^user\d+@/i.test(email) && email.toLowerCase().endsWith(`@${host.toLowerCase()}`);

/**
 * Checks a name, and returns it trimmed and in Unicode form NFC.
 * @throws BAD_REQUEST when it is empty or too long, contains forbidden characters, or ends like a mention
 */
export function checkFullName(given: string): string {
  const fullName = given.trim().normalize('NFC');
  if (!hasVisibleText(fullName)) throw errors.badRequest('Name too short!');
  if (codePoints(fullName) > limits.personNameLength) throw errors.badRequest('Name too long!');
  if (notInNames.test(fullName) || hiddenCharacter.test(fullName))
    throw errors.badRequest('Invalid characters in name!');
  // Refuses an end like that of a mention with an ID: `@**name|17**` mentions the person with the ID 17.
  if (/\|\d+$/.test(fullName)) throw errors.badRequest('Invalid format!');
  return fullName;
}

/**
 * Checks the form of a new password. `Passwords.hashNew` calls this, and checks that the password is not easily guessed.
 * @throws BAD_REQUEST when it is too short or too long, consists of one repeated character, or equals the mail address or the
 * part before `@`
 */
export function checkPassword(password: string, email: string): void {
  const length = codePoints(password);
  if (length < limits.passwordMinLength) {
    throw errors.badRequest(
      errorText('The password must have at least {limit} characters.', { limit: limits.passwordMinLength }),
    );
  }
  if (length > limits.passwordMaxLength) {
    throw errors.badRequest(
      errorText('The password must have at most {limit} characters.', { limit: limits.passwordMaxLength }),
    );
  }
  const isAddress = [email, partBefore(email, '@')].some(
    (part) => part.toLowerCase() === password.toLowerCase(),
  );
  if (isAddress || new Set(password).size === 1) throw errors.badRequest('The password is too weak.');
}

/** Administrators may, and people to whom an operator has granted this right. @throws BAD_REQUEST otherwise */
export function decideCreateUser(caller: Person): void {
  if (caller.role > roles.administrator && !caller.canCreateUsers) {
    throw errors.notPermitted('User not authorized to create users');
  }
}

/**
 * Returns the role of a new account. 0 stands for the role of a member. Only operators may give the number of a role.
 * @throws BAD_REQUEST when another caller gives one, or when the role is unknown
 */
export function checkRole(given: number, isOperator: boolean): number {
  if (given === 0) return roles.member;
  if (!isOperator || !Object.values<number>(roles).includes(given)) throw errors.badRequest('Invalid role.');
  return given;
}
