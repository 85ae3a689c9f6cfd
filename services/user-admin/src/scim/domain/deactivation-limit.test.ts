import { expect, it } from 'vitest';
import { deactivationLimit } from './deactivation-limit.ts';

it('limits deactivations to a share of all accounts, and to a few in a small organization', () => {
  expect(deactivationLimit(1_000, 0.1)).toBe(100);
  expect(deactivationLimit(5, 0.1)).toBe(3);
});
