import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8').replaceAll(/\s+/g, ' ');
const counted = execFileSync(process.execPath, [join(root, 'scripts/count-code.mjs')], { encoding: 'utf8' });

// The figures grow with most changes, so the page may be slightly out of date.
it.each([
  ['codes in the error catalogue', /one catalogue of (\d+) codes/],
  ['test files', /(\d+) files, on real servers/],
  ['migrations', /(\d+) numbered SQL files/],
  ['runbooks', /(\d+) runbooks/],
  ['own files behind the handler of a send', /(\d+) own files behind the handler of a send/],
])('the comparison in docs/architecture.md has the number of %s within a tenth', (name, figure) => {
  const present = Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counted)![1]);
  const written = Number(figure.exec(page)![1]);
  expect(Math.abs(written - present)).toBeLessThanOrEqual(present / 10);
});

it.each([
  'functions with six parameters or more',
  'errors logged under a name that loses them',
  'calls that a caller marks as idempotent',
])('there are no %s', (name) => {
  expect(counted).toMatch(new RegExp(`^${name}: 0$`, 'm'));
});
