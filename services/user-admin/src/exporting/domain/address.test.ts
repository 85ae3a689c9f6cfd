import { signArchiveToken } from '@parley/core';
import { expect, it } from 'vitest';
import { type AddressHolder, exportPath, readExportAddress } from './address.ts';

const key = 'a key of 32 or more characters here';
const holders: AddressHolder[] = [
  { kind: 'person', userId: 12, generation: 3 },
  { kind: 'administrators', state: '0123456789abcdef0123456789abcdef' },
  { kind: 'operator' },
];
const address = { exportId: 7, expiresAt: 2_000 };
const textOf = (holder: AddressHolder) => exportPath({ ...address, holder }, key).split('/')[3]!;

it.each(holders)('an address of %j names its export and its holder until it expires', (holder) => {
  expect(exportPath({ ...address, holder }, key)).toMatch(
    /^\/user_uploads\/exports\/[^/]+\/export-7\.tar\.gz$/,
  );
  expect(readExportAddress(textOf(holder), key, 1_999)).toEqual({ ...address, holder });
  expect(readExportAddress(textOf(holder), key, 2_000)).toBeUndefined();
  expect(readExportAddress(textOf(holder), `${key}!`, 0)).toBeUndefined();
});

it('an address with another export, time, holder or form is refused', () => {
  const text = textOf(holders[0]!);
  const mac = text.split('.')[3]!;
  for (const forged of [
    `8.2000.p12-3.${mac}`,
    `7.2001.p12-3.${mac}`,
    `7.2000.p12-4.${mac}`,
    `7.2000.o.${mac}`,
    `7.2000.${mac}`,
    `7.2000.p12-3.${'0'.repeat(64)}`,
    `${text}0`,
    '',
  ]) {
    expect(readExportAddress(forged, key, 0), forged).toBeUndefined();
  }
});

it('neither the token for one request nor an address of a version without holders is an address', () => {
  expect(readExportAddress(signArchiveToken(address, key), key, 0)).toBeUndefined();
});
