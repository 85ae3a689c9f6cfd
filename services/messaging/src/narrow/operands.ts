import { errors, errorText, type Visitor, visitor } from '@parley/core';
import type { User } from '@parley/proto/events/v1/facts';
import type { Lookups, NarrowFacts, OperandReference } from './types.ts';

/** Templates of the error for an operand that is neither an ID nor a name. */
type UnknownOperand = `unknown ${'channel' | 'user' | 'user in'} {operand}`;

/** `digitsAreId` makes a text of digits an ID. @throws BAD_NARROW for values that are neither integer nor text */
export function parseName(operand: unknown, unknown: UnknownOperand, digitsAreId = true): OperandReference {
  if (typeof operand === 'number' && Number.isSafeInteger(operand)) return { id: operand };
  if (typeof operand === 'string' && operand.trim() !== '') {
    const text = operand.trim();
    if (digitsAreId && /^\d{1,15}$/.test(text)) return { id: Number(text) };
    return { text };
  }
  throw errors.badNarrow(errorText(unknown, { operand: JSON.stringify(operand) }));
}

/** Parses people: an ID, a list of IDs, or email addresses separated by commas. @throws BAD_NARROW */
export function parsePeople(operand: unknown): OperandReference[] {
  if (Array.isArray(operand)) return operand.map((each) => parseName(each, 'unknown user in {operand}'));
  if (typeof operand === 'string') {
    const parts = operand.split(',').filter((part) => part.trim() !== '');
    return parts.map((part) => parseName(part, 'unknown user in {operand}'));
  }
  return [parseName(operand, 'unknown user in {operand}')];
}

/** Adds a person to the lookups of a narrow. The lookups of all terms run together. */
export function collectPerson(name: OperandReference, lookups: Lookups): void {
  if ('id' in name) lookups.userIds.add(name.id);
  else lookups.emails.add(name.text);
}

/** Returns the reader, for a term that depends on the reader. @throws UNAUTHORIZED for a visitor */
export function requirePerson(reader: User | Visitor): User {
  if (reader === visitor) throw errors.unauthorized();
  return reader;
}

/** Returns the person that an operand names. @throws BAD_NARROW when there is none, or the reader may not know the person */
export function findPerson(name: OperandReference, facts: NarrowFacts): User {
  const user = 'id' in name ? facts.userById(name.id) : facts.userByEmail(name.text);
  if (!user)
    throw errors.badNarrow(errorText('unknown user {user}', { user: 'id' in name ? name.id : name.text }));
  return user;
}
