import { expect, it } from 'vitest';
import { escapeFilterValue } from './directory.ts';

it('escapes everything in a login that a filter could read as syntax', () => {
  expect(escapeFilterValue('*)(uid=*))(|(uid=*')).toBe('\\2a\\29\\28uid=\\2a\\29\\29\\28|\\28uid=\\2a');
  expect(escapeFilterValue('a\\2a\0')).toBe('a\\5c2a\\00');
  expect(escapeFilterValue('zoë')).toBe('zo\\c3\\ab');
  expect(escapeFilterValue('anna@a.example')).toBe('anna@a.example');
});
