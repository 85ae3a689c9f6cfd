import { expect, it } from 'vitest';
import { newApiKey } from './secrets.ts';

it('creates keys of 32 printable ASCII characters', () => {
  for (let n = 0; n < 100; n++) expect(newApiKey()).toMatch(/^[0-9A-Za-z]{32}$/);
});
