import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { germanErrors } from '../../packages/texts/src/errors/german.ts';

const root = join(import.meta.dirname, '..', '..');
const fromGateway = createRequire(join(root, 'services/gateway/package.json'));

it('every text of the catalogue of errors is thrown somewhere', () => {
  const code = globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !file.startsWith('packages/texts/') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const { ERRORS } = fromGateway('@tus/server') as { ERRORS: Record<string, { body: string }> };
  const ofLibraries = new Set(Object.values(ERRORS).map(({ body }) => body.trim()));
  const isThrown = (text: string): boolean =>
    ofLibraries.has(text) ||
    [`'${text}'`, `"${text}"`, `'${text.replaceAll("'", "\\'")}'`].some((literal) => code.includes(literal));
  // The code composes these texts from parts, so they do not occur literally.
  const composed = ['unknown channel {operand}', 'unknown user {operand}', 'unknown user in {operand}'];
  expect(Object.keys(germanErrors).filter((text) => !isThrown(text) && !composed.includes(text))).toEqual([]);
});
