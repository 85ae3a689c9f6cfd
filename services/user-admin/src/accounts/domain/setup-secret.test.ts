import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSetupSecret, setupSecret } from './setup-secret.ts';

const key = 'a key of at least thirty-two characters';
const next = 'the next key of at least thirty-two characters';
const salt = randomBytes(32);

it('accepts the secret of this database and key, also while the key is being replaced', () => {
  const secret = setupSecret(salt, key);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(isSetupSecret(secret, salt, { current: key, alsoAccepted: undefined })).toBe(true);
  expect(isSetupSecret(` ${secret}\n`, salt, { current: key, alsoAccepted: undefined })).toBe(true);
  expect(isSetupSecret(secret, salt, { current: next, alsoAccepted: key })).toBe(true);
});

it('refuses every other text', () => {
  const keys = { current: key, alsoAccepted: undefined };
  const others = [
    '',
    'x',
    setupSecret(randomBytes(32), key),
    setupSecret(salt, next),
    `${setupSecret(salt, key)}AAAA`,
  ];
  for (const other of others) expect(isSetupSecret(other, salt, keys)).toBe(false);
});
