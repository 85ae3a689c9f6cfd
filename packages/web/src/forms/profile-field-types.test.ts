import { expect, it } from 'vitest';
import { choicesData, choicesOf, fieldTypes } from './profile-field-types.ts';

const stored = { 0: { text: 'Red', order: '2' }, 1: { text: 'Blue', order: '1' } };

it('lists options in their order', () => {
  const field = { type: fieldTypes.select, field_data: JSON.stringify(stored) };
  expect(choicesOf(field)).toEqual([
    { key: '1', text: 'Blue' },
    { key: '0', text: 'Red' },
  ]);
});

it('keeps the key of an option that stays, and never gives a key of a removed option to another', () => {
  const before = choicesOf({ type: fieldTypes.select, field_data: JSON.stringify(stored) });
  expect(choicesData(['Red', 'Green'], before)).toEqual({
    0: { text: 'Red', order: '1' },
    2: { text: 'Green', order: '2' },
  });
});

it('has no options for other types and for broken data', () => {
  expect(choicesOf({ type: fieldTypes.date, field_data: '' })).toEqual([]);
  expect(choicesOf({ type: fieldTypes.select, field_data: '{' })).toEqual([]);
});
