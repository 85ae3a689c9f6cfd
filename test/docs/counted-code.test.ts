import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const counted = execFileSync(process.execPath, [join(root, 'scripts/count-code.mjs')], { encoding: 'utf8' });

it.each([
  'functions with six parameters or more',
  'errors logged under a name that loses them',
  'calls that a caller marks as idempotent',
])('there are no %s', (name) => {
  expect(counted).toMatch(new RegExp(`^${name}: 0$`, 'm'));
});
