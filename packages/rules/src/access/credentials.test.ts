import { expect, it } from 'vitest';
import { type CredentialKind, credentials, handOut, handOutIf, mayReceive } from './credentials.ts';
import { keyAreas } from './key-scope.ts';

const kinds = Object.keys(credentials) as CredentialKind[];
const everyArea = { isReadOnly: false, areas: Object.keys(keyAreas) };

it('hands out everything without limits, and to callers without an account', () => {
  for (const kind of kinds) {
    expect(handOut(kind, 'x', { keyScope: undefined })).toBe('x');
    expect(handOut(kind, 'x', undefined)).toBe('x');
  }
});

it('gives a key with limits only what it makes or may read itself, even with every area', () => {
  const allowed = kinds.filter((kind) => mayReceive(kind, { keyScope: everyArea }));
  expect(allowed).toEqual(['file address']);
  const made = kinds.filter((kind) => mayReceive(kind, { keyScope: everyArea, isMaker: true }));
  expect(made).toEqual(['invitation link', 'file address', 'call address']);
  const reading = { keyScope: { isReadOnly: true, areas: [] }, isMaker: true };
  expect(kinds.filter((kind) => mayReceive(kind, reading))).toEqual(['file address']);
  const elsewhere = { keyScope: { isReadOnly: false, areas: ['messages'] }, isMaker: true };
  expect(kinds.filter((kind) => mayReceive(kind, elsewhere))).toEqual([]);
});

it('refuses a request for one credential, and leaves it out of a list without computing it', () => {
  const receiver = { keyScope: everyArea };
  expect(() => handOut('API key', 'x', receiver)).toThrow('This API key may not be used for this.');
  const never = () => {
    throw new Error('computed');
  };
  expect(handOutIf('export archive', true, receiver, never)).toBeUndefined();
  expect(handOutIf('export archive', false, undefined, never)).toBeUndefined();
  expect(handOutIf('export archive', true, undefined, () => 'x')).toBe('x');
});
