import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { repository, serviceNames } from './known-env.ts';

// Images run these bundles instead of the compiled files in `dist`.

const targetOf = (service: string) => join(repository, 'services', service, '.cache/bundle');
afterAll(() => {
  for (const service of serviceNames) rmSync(targetOf(service), { recursive: true, force: true });
});

it.each([...serviceNames])('the bundle of %s is complete: only its configuration is missing', (service) => {
  const folder = join(repository, 'services', service);
  const bundle = join(repository, 'deploy/images/bundle.mjs');
  execFileSync(process.execPath, [bundle, folder, targetOf(service)], { stdio: 'pipe' });
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(targetOf(service), 'main.js')], {
    env: {},
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    service,
    problems: expect.arrayContaining([expect.anything()]),
  });
  expect(status).toBe(1);
});
