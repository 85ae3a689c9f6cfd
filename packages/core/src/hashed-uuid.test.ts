import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashedUuid } from './hashed-uuid.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

it.each(['', 'a', 'a name'])('makes a UUID of version 8 from the hash of %j, always the same', (name) => {
  const uuid = hashedUuid(sha256(name));
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(hashedUuid(sha256(name))).toBe(uuid);
  expect(hashedUuid(sha256(`${name}!`))).not.toBe(uuid);
});

it('keeps the hash as it is, and all bits of it but those of the version', () => {
  const hash = Buffer.alloc(32, 0xff);
  expect(hashedUuid(hash)).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff');
  expect(hash.every((byte) => byte === 0xff)).toBe(true);
});
