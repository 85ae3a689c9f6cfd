import { expect, it } from 'vitest';
import { exportPath, readExportToken } from './export-path.ts';

const key = 'a key of 32 or more characters here';
const path = exportPath({ exportId: 7, expiresAt: 2_000 }, key);
const token = path.split('/')[3]!;

it('a signed path opens the archive of its export until it expires', () => {
  expect(path).toMatch(/^\/user_uploads\/exports\/7\.2000\.[0-9a-f]{64}\/export-7\.tar\.gz$/);
  expect(readExportToken(token, key, 1_999)).toEqual({ exportId: 7, expiresAt: 2_000 });
  expect(readExportToken(token, key, 2_000)).toBeUndefined();
});

it('a path with another export, time, key or form is refused', () => {
  const mac = token.split('.')[2]!;
  for (const forged of [
    `8.2000.${mac}`,
    `7.2001.${mac}`,
    `7.2000.${'0'.repeat(64)}`,
    `7.2000.${mac}0`,
    '7',
    '',
  ]) {
    expect(readExportToken(forged, key, 0), forged).toBeUndefined();
  }
  expect(readExportToken(token, `${key}!`, 0)).toBeUndefined();
});
