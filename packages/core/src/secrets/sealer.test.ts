import { describe, expect, it } from 'vitest';
import { createSealer, type Sealer } from './sealer.ts';

const secret = 'a secret of at least thirty-two characters';
const only = (current: string) => ({ current, alsoAccepted: undefined });

describe('a sealed value', () => {
  it('opens only for the same account and with the same secret', () => {
    const sealer = createSealer(only(secret), 'keys');
    const apiKey = 'a key';
    const sealed = sealer.seal(apiKey, 7);
    expect(sealer.open(sealed, 7)).toBe(apiKey);
    expect(() => sealer.open(sealed, 8)).toThrow();
    expect(() => createSealer(only(`${secret}!`), 'keys').open(sealed, 7)).toThrow();
    expect(() => createSealer(only(secret), 'links').open(sealed, 7)).toThrow();
    const changed = Buffer.from(sealed);
    changed[20]! ^= 1;
    expect(() => sealer.open(changed, 7)).toThrow();
  });

  it('opens before and after the secret is replaced, in every order of restarts', () => {
    const next = 'the next secret of at least thirty-two characters';
    const apiKey = 'a key';
    const [before, learned, replaced] = [
      only(secret),
      { current: secret, alsoAccepted: next },
      { current: next, alsoAccepted: secret },
    ].map((keys) => createSealer(keys, 'keys')) as [Sealer, Sealer, Sealer];
    for (const sealer of [learned, replaced]) {
      for (const other of [before, learned, replaced]) {
        expect(sealer.open(other.seal(apiKey, 7), 7)).toBe(apiKey);
        expect(() => sealer.open(other.seal(apiKey, 7), 8)).toThrow();
      }
    }
    expect(before.open(learned.seal(apiKey, 7), 7)).toBe(apiKey);
    expect(createSealer(only(next), 'keys').open(replaced.seal(apiKey, 7), 7)).toBe(apiKey);
  });

  it('differs each time the same text is sealed', () => {
    const sealer = createSealer(only(secret), 'keys');
    expect(sealer.seal('x', 1).equals(sealer.seal('x', 1))).toBe(false);
  });
});
