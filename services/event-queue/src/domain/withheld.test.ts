import { expect, it } from 'vitest';
import { isReadable, withheldFor } from './withheld.ts';

it('leaves out nothing without limits, and contents unless the key may be used for messages', () => {
  expect(withheldFor(undefined)).toEqual([]);
  expect(withheldFor({ isReadOnly: true, areas: [] })).toEqual(['credentials']);
  expect(withheldFor({ isReadOnly: false, areas: ['events', 'messages'] })).toEqual(['credentials']);
  expect(withheldFor({ isReadOnly: false, areas: ['events'] })).toEqual(['contents', 'credentials']);
});

it('lets a caller read queues with the same or less content', () => {
  expect(isReadable([], [])).toBe(true);
  expect(isReadable(['contents', 'credentials'], [])).toBe(true);
  expect(isReadable(['contents', 'credentials'], ['credentials'])).toBe(true);
  expect(isReadable(['credentials'], ['contents', 'credentials'])).toBe(false);
  expect(isReadable([], ['credentials'])).toBe(false);
});
