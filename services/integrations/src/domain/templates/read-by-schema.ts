import { type ErrorText, errorText, foreignErrorText } from '@parley/core';
import type { z } from 'zod';
import { PayloadError } from './payload.ts';

type Issue = z.core.$ZodIssue;
type Problems = { readonly [Code in Issue['code']]: (issue: Extract<Issue, { code: Code }>) => ErrorText };

/** Sentences about values of another type than the expected one. */
const typeProblems = {
  string: 'is not a string',
  number: 'is not a number',
  int: 'is not an integer',
  boolean: 'is not a boolean',
  array: 'is not a list',
  object: 'is not an object',
} as const;

const typeProblem = (expected: string): ErrorText =>
  Object.hasOwn(typeProblems, expected)
    ? errorText(typeProblems[expected as keyof typeof typeProblems])
    : errorText('is not valid');

/** What follows after the place of a problem, for each kind of problems that the schema library knows. Its own texts are English only. */
const problems: Problems = {
  invalid_type: ({ input, expected }) =>
    input === undefined ? errorText('is missing') : typeProblem(expected),
  invalid_value: ({ input, values }) =>
    input === undefined
      ? errorText('is missing')
      : errorText('is not one of {choices}', { choices: values.map(String).join(', ').slice(0, 300) }),
  too_big({ origin, maximum }) {
    const limit = Number(maximum);
    if (origin === 'string') return errorText('is too long (limit: {limit} characters)', { limit });
    if (origin === 'array') return errorText('has too many elements (limit: {limit})', { limit });
    return errorText('is too large (limit: {limit})', { limit });
  },
  too_small({ origin, minimum: least }) {
    const minimum = Number(least);
    if (origin === 'array') return errorText('has too few elements (minimum: {minimum})', { minimum });
    if (origin !== 'string') return errorText('is too small (minimum: {minimum})', { minimum });
    return minimum === 1
      ? errorText('is empty')
      : errorText('is too short (minimum: {minimum} characters)', { minimum });
  },
  unrecognized_keys: () => errorText('is no known member'),
  invalid_union: ({ discriminator }) =>
    errorText(discriminator === undefined ? 'has none of the allowed forms' : 'is none of the known kinds'),
  invalid_format: () => errorText('does not have the allowed form'),
  invalid_key: () => errorText('is no known member'),
  invalid_element: () => errorText('is not valid'),
  not_multiple_of: ({ divisor }) => errorText('is no multiple of {divisor}', { divisor: String(divisor) }),
  // A text of this service, or the problem that a schema inside found.
  custom: ({ message, params }) => (params?.problem as ErrorText | undefined) ?? foreignErrorText(message),
};

/** Returns what is wrong, as it stands after the place. The issue must contain its input (`reportInput`). */
export const problemOf = (issue: Issue): ErrorText =>
  (problems[issue.code] as (issue: Issue) => ErrorText)(issue);

/** Where a problem is: an unknown member is itself the place. */
const placeOf = (issue: Issue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;

/** How errors about what a schema describes begin. */
export type WrongPart =
  | 'The manifest is wrong at "{path}": {problem}'
  | 'The block is wrong at "{path}": {problem}'
  | 'The view is wrong at "{path}": {problem}';

/**
 * Reads a value by a schema.
 * @param before the place of the value in what its sender wrote
 * @throws PayloadError that says what is wrong and where, in the language of the reader
 */
export function readBySchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  wrong: WrongPart,
  before: readonly PropertyKey[] = [],
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw result.error;
  const path = [...before, ...placeOf(issue)].map(String).join('.').slice(0, 300);
  throw new PayloadError(errorText(wrong, { path, problem: problemOf(issue) }));
}
