/** Parses values of profile fields, according to the type of the field (docs/api/organization.md#profile-fields). */
import { type ErrorMessage, errors, errorText, errorTextOf, type ParleyError } from '@parley/core';
import type { ProfileValue } from '@parley/proto/useradmin/v1/people';
import { isWebAddress } from '@parley/rules';
import { z } from 'zod';
import { takesWholeAddress } from '../../organization/domain/external-accounts.ts';
import {
  choicesOf,
  FIELD_TYPE,
  type ProfileField,
  subtypeOf,
} from '../../organization/domain/profile-fields.ts';

const maxLength: Readonly<Record<number, number>> = {
  [FIELD_TYPE.shortText]: 50,
  [FIELD_TYPE.longText]: 500,
  [FIELD_TYPE.url]: 2_000,
  [FIELD_TYPE.externalAccount]: 200,
  [FIELD_TYPE.pronouns]: 50,
};
const maxPeople = 100;

const peopleSchema = z.array(z.int().positive()).max(maxPeople);

const invalid = (field: ProfileField, reason: ErrorMessage): ParleyError =>
  errors.badRequest(
    errorText('{parameter} {problem}', { parameter: field.name, problem: errorTextOf(reason) }),
  );

/** Returns the value in a request: text, user IDs, or null to clear the field; undefined for an unknown kind of value. */
export function givenProfileValue({ value }: ProfileValue): unknown {
  switch (value?.$case) {
    case 'text':
      return value.text;
    case 'people':
      return value.people.userIds;
    case 'cleared':
      return null;
    default:
      // A later release may send another kind of value. It is refused because it fits no type of field.
      return undefined;
  }
}

/**
 * Returns the text to store for a value, and the IDs of the people in it. The text is null for an empty value, which clears the
 * field.
 * @throws BAD_REQUEST for an invalid value, and for an empty value of a required field
 */
export function parseProfileValue(
  field: ProfileField,
  value: unknown,
): { text: string | null; people: readonly number[] } {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) {
    if (field.isRequired) throw invalid(field, 'is required');
    return { text: null, people: [] };
  }
  if (field.type === FIELD_TYPE.user) {
    const people = peopleSchema.safeParse(value);
    if (!people.success) throw invalid(field, 'is not a list of user IDs');
    return { text: JSON.stringify([...new Set(people.data)]), people: people.data };
  }
  if (typeof value !== 'string') throw invalid(field, 'is not a string');
  checkText(field, value);
  return { text: value, people: [] };
}

function checkText(field: ProfileField, value: string): void {
  const limit = maxLength[field.type];
  if (limit !== undefined && [...value].length > limit) {
    throw invalid(field, errorText('is too long (limit: {limit} characters)', { limit }));
  }
  if (field.type === FIELD_TYPE.date && !isDate(value)) throw invalid(field, 'is not a date');
  if (field.type === FIELD_TYPE.select && !choicesOf(field).includes(value)) {
    throw invalid(field, 'is not one of the choices');
  }
  if (isAddress(field) && !isWebAddress(value)) throw invalid(field, 'is not a URL');
}

/** Returns whether the values of a field are whole URLs. For some external accounts, clients put the value into a URL. */
const isAddress = (field: ProfileField): boolean =>
  field.type === FIELD_TYPE.url ||
  (field.type === FIELD_TYPE.externalAccount && takesWholeAddress(subtypeOf(field)));

/** Returns whether a text is an existing date in the form `YYYY-MM-DD`. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export const isMarkdown = (field: ProfileField): boolean =>
  field.type === FIELD_TYPE.shortText || field.type === FIELD_TYPE.longText;
