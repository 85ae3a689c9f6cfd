import { expect, it } from 'vitest';
import { readArchiveToken, signArchiveToken } from './archive-token.ts';

const key = 'a key of 32 or more characters here';
const token = signArchiveToken({ exportId: 7, expiresAt: 2_000 }, key);

it('a token opens the archive of its export until it expires', () => {
  expect(token).toMatch(/^7\.2000\.[0-9a-f]{64}$/);
  expect(readArchiveToken(token, key, 1_999)).toEqual({ exportId: 7, expiresAt: 2_000 });
  expect(readArchiveToken(token, key, 2_000)).toBeUndefined();
});

it('a token with another export, time, key or form is refused', () => {
  const mac = token.split('.')[2]!;
  for (const forged of [
    `8.2000.${mac}`,
    `7.2001.${mac}`,
    `7.2000.${'0'.repeat(64)}`,
    `7.2000.${mac}0`,
    '7',
    '',
  ]) {
    expect(readArchiveToken(forged, key, 0), forged).toBeUndefined();
  }
  expect(readArchiveToken(token, `${key}!`, 0)).toBeUndefined();
});
