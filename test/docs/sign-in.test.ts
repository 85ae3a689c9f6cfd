import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSignInFile } from '@parley/core';
import { afterAll, expect, it } from 'vitest';

// Verifies that the server accepts the example files of docs/operations/sign-in.md.

const page = join(import.meta.dirname, '..', '..', 'docs', 'operations', 'sign-in.md');
const examples = [...readFileSync(page, 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!);
const folder = mkdtempSync(join(tmpdir(), 'parley-sign-in-page-'));

afterAll(() => rmSync(folder, { recursive: true }));

it('the documentation has an example of each sign-in method', () => {
  const ways = examples.flatMap((text) => text.match(/^\w+(?=:)/gm) ?? []);
  expect(new Set(ways)).toEqual(new Set(['password', 'oidc', 'saml', 'ldap', 'jwt', 'proxy', 'scim']));
});

it.each(examples)('the documentation has an example that is accepted: %s', (text) => {
  for (const [, name] of text.matchAll(/File: (\S+)/g))
    writeFileSync(join(folder, name!), 'a file of the provider');
  const env = Object.fromEntries(
    Array.from(text.matchAll(/\{ env: (\w+) \}/g), ([, name]) => [
      name!,
      'a secret of at least 32 characters',
    ]),
  );
  const file = join(folder, 'sign-in.yaml');
  writeFileSync(file, text);
  expect(readSignInFile(file, env)).toBeTypeOf('object');
});
