import { expect, it } from 'vitest';
import { noticeKey } from './notice-key.ts';

it('the key of a notice is the same for an event in every release', () => {
  const event = { transactionId: 77, id: 512 };
  expect(noticeKey(event, 'created 5')).toBe('9a585cf4-47eb-4725-83dd-aa1a976bea97');
  expect(noticeKey(event, 5)).not.toBe(noticeKey(event, 6));
});
