import { expect, it } from 'vitest';
import { checkKeys, checkSize } from './bot-storage.ts';

it('an account stores at most 10,000 texts and 10 MB', () => {
  expect(() => checkSize({ count: 10_000, bytes: 10_000_000 })).not.toThrow();
  expect(() => checkSize({ count: 10_001, bytes: 0 })).toThrow('At most 10000 keys can be stored.');
  expect(() => checkSize({ count: 1, bytes: 10_000_007 })).toThrow(
    'Request exceeds storage limit by 7 bytes. The limit is 10000000 bytes.',
  );
});

it('a key has at most 500 characters', () => {
  expect(() => checkKeys([{ key: 'k'.repeat(500), value: '' }])).not.toThrow();
  expect(() => checkKeys([{ key: 'k'.repeat(501), value: '' }])).toThrow('too long (limit: 500 characters)');
});
