import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { type AddressHolder, holderText, readHolder } from './address-holder.ts';
import { exportPath, readExportToken } from './export-path.ts';

const key = 'a key of 32 or more characters here';
const holder: AddressHolder = { kind: 'person', userId: 12, generation: 3 };
const path = exportPath({ exportId: 7, expiresAt: 2_000, holder }, key);
const token = path.split('/')[3]!;

it('a signed path opens the archive of its export for its holder until it expires', () => {
  expect(path).toMatch(/^\/user_uploads\/exports\/7\.2000\.p12-3\.[0-9a-f]{64}\/export-7\.tar\.gz$/);
  expect(readExportToken(token, key, 1_999)).toEqual({ exportId: 7, expiresAt: 2_000, holder });
  expect(readExportToken(token, key, 2_000)).toBeUndefined();
});

it('a path with another export, time, holder, key or form is refused', () => {
  const mac = token.split('.')[3]!;
  for (const forged of [
    `8.2000.p12-3.${mac}`,
    `7.2001.p12-3.${mac}`,
    `7.2000.p12-4.${mac}`,
    `7.2000.n.${mac}`,
    `7.2000.${mac}`,
    `7.2000.p12-3.${'0'.repeat(64)}`,
    `7.2000.p12-3.${mac}0`,
    '7',
    '',
  ]) {
    expect(readExportToken(forged, key, 0), forged).toBeUndefined();
  }
  expect(readExportToken(token, `${key}!`, 0)).toBeUndefined();
});

it('a path of the previous release, which names no holder, is valid until it expires', () => {
  const mac = createHmac('sha256', key).update('parley export\u00007.2000').digest('hex');
  expect(readExportToken(`7.2000.${mac}`, key, 0)).toMatchObject({ exportId: 7, holder: { kind: 'nobody' } });
});

it('holders are read from their text, and nothing else is', () => {
  const holders: AddressHolder[] = [holder, { kind: 'administrators', since: 1_700_000_000_000 }, { kind: 'nobody' }];
  for (const each of holders) expect(readHolder(holderText(each))).toEqual(each);
  for (const text of ['', 'p', 'p1', 'p-1', 'p1-', 'a', 'ax', 'nn', 'p1-2-3']) {
    expect(readHolder(text), text).toBeUndefined();
  }
});
