import { describe, expect, it } from 'vitest';
import { createSealer, newApiKey } from './sealing.ts';

const secret = 'a secret of at least thirty-two characters';

describe('sealing', () => {
  it('gives back what was sealed, to the same person and with the same secret alone', () => {
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

  it('never looks the same twice', () => {
    const sealer = createSealer(secret);
    expect(sealer.seal('x', 1).equals(sealer.seal('x', 1))).toBe(false);
  });

  it('makes keys of 32 printable ASCII characters', () => {
    for (let n = 0; n < 100; n++) expect(newApiKey()).toMatch(/^[0-9A-Za-z]{32}$/);
  });
});
