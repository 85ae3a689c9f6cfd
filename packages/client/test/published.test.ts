import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let installed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-client-'));
  const packing = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packing) as [{ filename: string }];
  installed = join(folder, 'node_modules/@parley/client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the published package works without the repository', () => {
  const program =
    "import { Client, Connection, Store } from '@parley/client'; console.log(typeof Client, typeof Connection, typeof Store)";
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
    env: {},
  });
  expect(printed.trim()).toBe('function function function');
});

it.each(['README.md', 'LICENSE', 'dist/index.d.ts'])('the published package has %s', (file) => {
  expect(existsSync(join(installed, file))).toBe(true);
});

it.each(['src', 'test', 'dist/.tsbuildinfo'])('the published package lacks %s', (file) => {
  expect(existsSync(join(installed, file))).toBe(false);
});
