import { expect, it } from 'vitest';
import { readPage, renderPage } from './configuration.ts';

it('docs/operations/configuration.md lists the variables that the services read (node test/docs/configuration.ts)', () => {
  const page = renderPage();
  expect(page).not.toMatch(/undefined|NaN|\[object/);
  expect(readPage()).toBe(page);
});
