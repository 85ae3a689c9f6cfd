import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './known-env.ts';

/** Changes a proto file, and returns the result of the compatibility check against the protos of the last release. */
function compareAfter(change: (text: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-proto-'));
  try {
    cpSync(join(repository, 'proto'), join(folder, 'proto'), { recursive: true });
    cpSync(join(repository, 'buf.yaml'), join(folder, 'buf.yaml'));
    const [file] = globSync('proto/parley/messaging/v1/*.proto', { cwd: folder })
      .map((name) => join(folder, name))
      .filter((name) => readFileSync(name, 'utf8').includes('rpc SendMessage('));
    const text = readFileSync(file!, 'utf8');
    writeFileSync(file!, change(text));
    const buf = join(repository, 'node_modules/.bin/buf');
    const { status, stdout } = spawnSync(buf, ['breaking', '--against', 'proto/released.binpb'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('calls between services stay compatible with the last release', () => {
  expect(compareAfter((text) => text)).toEqual({ status: 0, stdout: '' });
});

it('refuses a changed field and a removed call', () => {
  const request = /(message SendMessageRequest \{[^}]*?= )(\d+);/;
  const field = compareAfter((text) => text.replace(request, '$1999;'));
  expect(field.stdout).toMatch(/SendMessageRequest/);
  expect(field.status).not.toBe(0);
  const call = compareAfter((text) => text.replace(/ {2}rpc SendMessage\([^;{]*(?:;|\{[^}]*\})/, ''));
  expect(call.stdout).toMatch(/RPC "SendMessage"/);
  expect(call.status).not.toBe(0);
});
