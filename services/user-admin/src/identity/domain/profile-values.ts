/** What people may fill in, by kind of field (specification, 6). */
import { errors, type ParleyError } from '@parley/core';
import { z } from 'zod';
import { choicesOf, FIELD_TYPE, type ProfileField } from '../../organization/domain/profile-fields.ts';

const maxLength: Readonly<Record<number, number>> = {
  [FIELD_TYPE.shortText]: 50,
  [FIELD_TYPE.longText]: 500,
  [FIELD_TYPE.url]: 2_000,
  [FIELD_TYPE.externalAccount]: 200,
  [FIELD_TYPE.pronouns]: 50,
};
const maxPeople = 100;

const peopleSchema = z.array(z.int().positive()).max(maxPeople);

const wrong = (field: ProfileField, what: string): ParleyError => errors.badRequest(`${field.name} ${what}`);

/** What a value is stored as: text, or the people it names. Null clears. @throws BAD_REQUEST */
export function parseProfileValue(
  field: ProfileField,
  value: unknown,
): { text: string | null; people: readonly number[] } {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) {
    if (field.isRequired) throw wrong(field, 'is required');
    return { text: null, people: [] };
  }
  if (field.type === FIELD_TYPE.user) {
    const people = peopleSchema.safeParse(value);
    if (!people.success) throw wrong(field, 'is not a list of user IDs');
    return { text: JSON.stringify([...new Set(people.data)]), people: people.data };
  }
  if (typeof value !== 'string') throw wrong(field, 'is not a string');
  checkText(field, value);
  return { text: value, people: [] };
}

function checkText(field: ProfileField, value: string): void {
  const limit = maxLength[field.type];
  if (limit !== undefined && [...value].length > limit) {
    throw wrong(field, `is too long (limit: ${limit} characters)`);
  }
  if (field.type === FIELD_TYPE.date && !isDate(value)) throw wrong(field, 'is not a date');
  if (field.type === FIELD_TYPE.select && !choicesOf(field).includes(value)) {
    throw wrong(field, `is not one of the choices`);
  }
  if (field.type === FIELD_TYPE.url) {
    const url = URL.parse(value);
    if (!url || !['http:', 'https:'].includes(url.protocol)) throw wrong(field, 'is not a URL');
  }
}

/** `YYYY-MM-DD`, of a day that there is. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Fields whose values are Markdown. */
export const isMarkdown = (field: ProfileField): boolean =>
  field.type === FIELD_TYPE.shortText || field.type === FIELD_TYPE.longText;
