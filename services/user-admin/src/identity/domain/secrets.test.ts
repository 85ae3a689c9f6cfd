import { describe, expect, it } from 'vitest';
import { createSealer, newApiKey } from './secrets.ts';

const secret = 'a secret of at least thirty-two characters';

describe('sealing', () => {
  it('opens only for the same account and with the same secret', () => {
    const sealer = createSealer(secret);
    const apiKey = newApiKey();
    const sealed = sealer.seal(apiKey, 7);
    expect(sealer.open(sealed, 7)).toBe(apiKey);
    expect(() => sealer.open(sealed, 8)).toThrow();
    expect(() => createSealer(`${secret}!`).open(sealed, 7)).toThrow();
    const changed = Buffer.from(sealed);
    changed[20]! ^= 1;
    expect(() => sealer.open(changed, 7)).toThrow();
  });

  it('gives another result each time', () => {
    const sealer = createSealer(secret);
    expect(sealer.seal('x', 1).equals(sealer.seal('x', 1))).toBe(false);
  });

  it('creates keys of 32 printable ASCII characters', () => {
    for (let n = 0; n < 100; n++) expect(newApiKey()).toMatch(/^[0-9A-Za-z]{32}$/);
  });
});
