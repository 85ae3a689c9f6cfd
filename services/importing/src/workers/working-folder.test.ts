import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { workingFolder } from './working-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'parley-working-test-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const row = { importId: 7, fingerprint: 'abc', startedAt: 1_700_000_000 };

it('removes what an attempt has left that was killed, and nothing of others', async () => {
  mkdirSync(join(base, 'parley-import-of-somebody'));
  const killed = await workingFolder(base, row);
  writeFileSync(join(killed.path, 'unpacked'), 'much');
  const other = await workingFolder(base, { ...row, importId: 8 });
  const next = await workingFolder(base, row);
  expect([killed.path, other.path, next.path].map(existsSync)).toEqual([false, true, true]);
  await next[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  expect(readdirSync(base)).toEqual(['parley-import-of-somebody']);
});
