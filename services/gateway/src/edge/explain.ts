import { errors, type ParleyError } from '@parley/core';
import type { z } from 'zod';

/** Returns the refusal of a parameter. It names the place of the problem: `subscriptions[0]["name"] is missing`. */
export function invalidParameter(name: string, error: z.ZodError, value: unknown): ParleyError {
  const issue = error.issues[0]!;
  const place = name + issue.path.map((key) => `[${JSON.stringify(key)}]`).join('');
  return errors.badRequest(`${place} ${problem(issue, at(value, issue.path))}`);
}

/** Names of types in error messages. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  number: 'an integer',
  boolean: 'a boolean',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

function problem(issue: z.core.$ZodIssue, found: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      if (found === undefined) return 'is missing';
      return `is not ${typeNames[issue.expected] ?? 'valid'}`;
    case 'too_big':
      if (issue.origin === 'string') return `is too long (limit: ${issue.maximum} characters)`;
      if (issue.origin === 'array') return `has too many elements (limit: ${issue.maximum})`;
      return `is too large (limit: ${issue.maximum})`;
    case 'too_small':
      if (issue.origin === 'string') return 'cannot be empty';
      if (issue.origin === 'array') return `has too few elements (minimum: ${issue.minimum})`;
      return `is too small (minimum: ${issue.minimum})`;
    case 'invalid_value':
      if (found === undefined) return 'is missing';
      return `is not one of ${issue.values.map(choiceName).join(', ')}`;
    case 'unrecognized_keys':
      return `has unknown members: ${issue.keys.join(', ').slice(0, 200)}`;
    default:
      return /^(is|has) /.test(issue.message) ? issue.message : 'is not valid';
  }
}

/** Quotes a choice when one of the choices is the empty text. */
function choiceName(value: unknown, _index: number, all: readonly unknown[]): string {
  return all.includes('') ? `'${String(value)}'` : String(value);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here: unknown = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<PropertyKey, unknown>)[key];
  }
  return here;
}
