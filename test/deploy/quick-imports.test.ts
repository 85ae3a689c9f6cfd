import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// vitest.setup.ts resolves imports of this repository's files in place of Node.

it('finds the file that a package exports as its source, each time', () => {
  for (const name of ['@parley/core', '@parley/core']) {
    const file = fileURLToPath(import.meta.resolve(name));
    expect(file).toMatch(/\/packages\/core\/src\/.*\.ts$/);
    expect(existsSync(file)).toBe(true);
  }
});

it('finds the same module by another path, so that no module is loaded twice', async () => {
  const direct: unknown = await import('../../packages/core/src/index.ts');
  expect(await import('@parley/core')).toBe(direct);
});

it('names a file that does not exist', async () => {
  const missing = './no-such-file.ts';
  await expect(import(missing)).rejects.toThrow('no-such-file.ts');
});
