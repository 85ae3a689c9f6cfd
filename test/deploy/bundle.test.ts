import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { envNameOf, schemaOwners } from '@parley/core';
import { afterAll, expect, it } from 'vitest';
import { repository, serviceNames } from './known-env.ts';

// Images run these bundles instead of the compiled files in `dist`.

const folders = [...serviceNames.map((service) => `services/${service}`), 'deploy/parley'];
const targetOf = (folder: string) => join(repository, folder, '.cache/bundle');
afterAll(() => {
  for (const folder of folders) rmSync(targetOf(folder), { recursive: true, force: true });
});

/** Bundles a program, and starts the bundle without configuration. Returns the problems that it reports. */
function problemsOf(folder: string, args: readonly string[] = []): string[] {
  const bundle = join(repository, 'deploy/images/bundle.mjs');
  execFileSync(process.execPath, [bundle, join(repository, folder), targetOf(folder)], { stdio: 'pipe' });
  const main = join(targetOf(folder), 'main.js');
  const options = { env: {}, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], options);
  expect(stderr).toBe('');
  expect(status).toBe(1);
  const { service, problems } = JSON.parse(stdout);
  expect(service).toBe(basename(folder));
  return problems;
}

it.each([...serviceNames])('the bundle of %s is complete: only its configuration is missing', (service) => {
  expect(problemsOf(`services/${service}`)).not.toEqual([]);
});

it('the bundle of all services has the code of each, and their worker threads', () => {
  const problems = problemsOf('deploy/parley', ['serve']).join();
  for (const owner of schemaOwners) expect(problems).toContain(`PARLEY_${envNameOf(owner)}_DATABASE_URL`);
  const threadsIn = (folders: readonly string[]) =>
    globSync(
      folders.map((folder) => `${folder}/*-worker.js`),
      { cwd: repository },
    )
      .map((file) => basename(file))
      .toSorted();
  const threads = threadsIn(['services/*/dist/**']);
  expect(threads.length).toBeGreaterThan(0);
  expect(threadsIn(['deploy/parley/.cache/bundle'])).toEqual(threads);
});
