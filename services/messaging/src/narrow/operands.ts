import { errors } from '@parley/core';
import type { User } from '@parley/proto/events/v1/facts';
import type { Lookups, NarrowFacts } from './types.ts';

/** A channel or a person as an operand names them. */
export type Name = { id: number } | { text: string };

/** Reads an ID or a name; a text of digits only is an ID when `digitsAreId`. @throws BAD_NARROW */
export function parseName(operand: unknown, what: string, digitsAreId = true): Name {
  if (typeof operand === 'number' && Number.isSafeInteger(operand)) return { id: operand };
  if (typeof operand === 'string' && operand.trim() !== '') {
    const text = operand.trim();
    if (digitsAreId && /^\d{1,15}$/.test(text)) return { id: Number(text) };
    return { text };
  }
  throw errors.badNarrow(`unknown ${what} ${JSON.stringify(operand)}`);
}

/** People: an ID, a list of IDs, or addresses separated by commas (CLIENTS, "Old names"). @throws BAD_NARROW */
export function parsePeople(operand: unknown): Name[] {
  if (Array.isArray(operand)) return operand.map((each) => parseName(each, 'user in'));
  if (typeof operand === 'string') {
    const parts = operand.split(',').filter((part) => part.trim() !== '');
    return parts.map((part) => parseName(part, 'user in'));
  }
  return [parseName(operand, 'user in')];
}

/** Notes whom a narrow names, so that all are looked up together. */
export function collectPerson(name: Name, lookups: Lookups): void {
  if ('id' in name) lookups.userIds.add(name.id);
  else lookups.emails.add(name.text);
}

/** @throws BAD_NARROW */
export function findPerson(name: Name, facts: NarrowFacts): User {
  const user = 'id' in name ? facts.userById(name.id) : facts.userByEmail(name.text);
  if (!user) throw errors.badNarrow(`unknown user ${'id' in name ? name.id : name.text}`);
  return user;
}
