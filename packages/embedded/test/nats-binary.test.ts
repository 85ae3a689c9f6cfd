import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensureNatsServer, SetupError } from '../src/index.ts';
import { fetchRelease } from '../src/nats-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-nats-binary-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeProgram(path: string, version: string): void {
  writeFileSync(path, `#!/bin/sh\necho "nats-server: v${version}"\n`);
  chmodSync(path, 0o755);
}

it('uses the nats-server on the search path', async () => {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeProgram(join(bin, 'nats-server'), '2.12.1');
  expect(await ensureNatsServer({ searchPath: bin })).toEqual({
    path: join(bin, 'nats-server'),
    version: '2.12.1',
    source: 'PATH',
  });
});

it.skipIf(systemHasOne())(
  'tries the next source when one fails, and finds the program in the cache afterwards',
  async () => {
    const cacheDir = mkdtempSync(join(folder, 'cache-'));
    const lines: string[] = [];
    const options = {
      cacheDir,
      searchPath: '',
      onProgress: (line: string) => lines.push(line),
      ways: [
        {
          name: 'official release' as const,
          file: 'a',
          fetch: () => Promise.reject(new Error('unreachable')),
        },
        {
          name: 'distribution package' as const,
          file: 'b',
          fetch: async (path: string) => writeProgram(path, '2.9.10'),
        },
      ],
    };
    const expected = { path: join(cacheDir, 'b'), version: '2.9.10', source: 'distribution package' };
    expect(await ensureNatsServer(options)).toEqual(expected);
    expect(await ensureNatsServer(options)).toEqual(expected);
    expect(lines).toEqual([
      'Fetching nats-server (official release)',
      'Fetching nats-server (distribution package)',
    ]);
  },
);

it.skipIf(systemHasOne())('explains in one sentence which sources it tried', async () => {
  const ways = [
    { name: 'official release' as const, file: 'a', fetch: () => Promise.reject(new Error('unreachable')) },
  ];
  await expect(ensureNatsServer({ cacheDir: folder, searchPath: '', ways })).rejects.toThrow(
    new SetupError(
      'There is no nats-server on PATH and none could be fetched (official release: unreachable); install nats-server or set PARLEY_NATS_URL.',
    ),
  );
});

it('does not unpack an archive whose checksum differs from the pinned one', async () => {
  const target = join(mkdtempSync(join(folder, 'release-')), 'nats-server');
  await expect(fetchRelease(target, async () => Buffer.from('something else'))).rejects.toThrow(
    /checksum mismatch/,
  );
  expect(readdirSync(join(target, '..'))).toEqual([]);
});

function systemHasOne(): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'test -x /usr/sbin/nats-server -o -x /usr/local/sbin/nats-server']).status ===
    0
  );
}
