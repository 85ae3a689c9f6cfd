import {
  type ErrorMessage,
  errors,
  errorText,
  firstItem,
  foreignErrorText,
  type ParleyError,
} from '@parley/core';
import type { z } from 'zod';

export function invalidParameter(name: string, error: z.ZodError, value: unknown): ParleyError {
  const issue = firstItem(error.issues);
  const place = name + issue.path.map((key) => `[${JSON.stringify(key)}]`).join('');
  return errors.badRequest(problem(place, issue, at(value, issue.path)));
}

const typeMessages = {
  string: '{parameter} is not a string',
  int: '{parameter} is not an integer',
  number: '{parameter} is not an integer',
  boolean: '{parameter} is not a boolean',
  array: '{parameter} is not a list',
  tuple: '{parameter} is not a list',
  object: '{parameter} is not an object',
  record: '{parameter} is not an object',
} as const;

const isTypeWithMessage = (type: string): type is keyof typeof typeMessages =>
  Object.hasOwn(typeMessages, type);

function problem(parameter: string, issue: z.core.$ZodIssue, found: unknown): ErrorMessage {
  switch (issue.code) {
    case 'invalid_type':
      if (found === undefined) return errorText('{parameter} is missing', { parameter });
      return errorText(
        isTypeWithMessage(issue.expected) ? typeMessages[issue.expected] : '{parameter} is not valid',
        { parameter },
      );
    case 'too_big': {
      const limit = Number(issue.maximum);
      if (issue.origin === 'string')
        return errorText('{parameter} is too long (limit: {limit} characters)', { parameter, limit });
      if (issue.origin === 'array')
        return errorText('{parameter} has too many elements (limit: {limit})', { parameter, limit });
      return errorText('{parameter} is too large (limit: {limit})', { parameter, limit });
    }
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (issue.origin === 'string') return errorText('{parameter} cannot be empty', { parameter });
      if (issue.origin === 'array')
        return errorText('{parameter} has too few elements (minimum: {minimum})', { parameter, minimum });
      return errorText('{parameter} is too small (minimum: {minimum})', { parameter, minimum });
    }
    case 'invalid_value': {
      if (found === undefined) return errorText('{parameter} is missing', { parameter });
      const choices = issue.values.map(choiceName).join(', ');
      return errorText('{parameter} is not one of {choices}', { parameter, choices });
    }
    case 'unrecognized_keys': {
      const names = issue.keys.join(', ').slice(0, 200);
      return errorText('{parameter} has unknown members: {names}', { parameter, names });
    }
    default:
      return /^(is|has) /.test(issue.message)
        ? errorText('{parameter} {problem}', { parameter, problem: foreignErrorText(issue.message) })
        : errorText('{parameter} is not valid', { parameter });
  }
}

/** Returns the name of a choice for an error message. Names are quoted when one of the choices is the empty text. */
function choiceName(value: unknown, _index: number, all: readonly unknown[]): string {
  return all.includes('') ? `'${String(value)}'` : String(value);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here: unknown = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Reflect.get(here, key);
  }
  return here;
}
