import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { release } from '@parley/core';
import { expect, it } from 'vitest';

it('processes say the release of the repository', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(release).toBe(version);
});
