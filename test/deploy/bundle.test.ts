import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { envNameOf, schemaOwners } from '@parley/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository, serviceNames } from './known-env.ts';

// The image runs this bundle instead of the compiled files in `dist`.

const program = join(repository, 'deploy/parley');
const bundle = join(program, '.cache/bundle');
beforeAll(() => {
  const script = join(repository, 'deploy/images/bundle.mjs');
  execFileSync(process.execPath, [script, program, bundle], { stdio: 'pipe' });
}, 120_000);
afterAll(() => rmSync(bundle, { recursive: true, force: true }));

/** Runs a command of the bundle without configuration, except for `env`. Returns the problems that it reports. */
function problemsOf(command: string, env: Record<string, string> = {}): string {
  const options = { env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(bundle, 'main.js'), command], options);
  expect(status).toBe(1);
  return stdout + stderr;
}

it('has the code of every service, and their workers', () => {
  const problems = problemsOf('serve');
  for (const owner of schemaOwners) expect(problems).toContain(`PARLEY_${envNameOf(owner)}_DATABASE_URL`);
  const workersIn = (pattern: string) =>
    globSync(pattern, { cwd: repository })
      .map((file) => basename(file).replace(/\.[jt]s$/, ''))
      .toSorted();
  const workers = workersIn('{services/*,packages/!(web)}/src/**/*-worker.ts');
  expect(workers).toContain('read-file-worker');
  expect(workersIn('deploy/parley/.cache/bundle/*-worker.js')).toEqual(workers);
});

it('reads files in a process of their own, and stems their words', () => {
  const limits = {
    maxBytes: 1e6,
    maxText: 1e6,
    maxExpandedBytes: 1e6,
    maxMs: 1e4,
    maxProcessorMs: 1e4,
    maxMemory: 1e9,
  };
  const { output } = spawnSync(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      join(bundle, 'read-file-worker.js'),
      JSON.stringify({ file: { name: 'a.html', type: 'text/html' }, limits }),
    ],
    {
      input: '<p>The horses were running',
      env: {},
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    },
  );
  expect(output[2]).toBe('');
  const read = JSON.parse(output[3]!);
  expect(read).toMatchObject({ status: 'text', text: 'The horses were running' });
  expect(read.words).toMatch(/\bhors\b/);
});

it.each(['migrate', 'doctor', 'setup-link'])('has the command %s', (command) => {
  const lacking = command === 'setup-link' ? 'PARLEY_USER_ADMIN_ADDRESSES' : 'PARLEY_DATABASE_URL';
  expect(problemsOf(command)).toContain(lacking);
});

/** A module that writes the address of every module that is loaded after it. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({ load(url, context, next) { writeSync(2, url + '\\n'); return next(url, context); } });
`)}`;

const namesIn = (pattern: string): Set<string> => {
  const files = globSync(pattern, { cwd: repository }).filter((file) => !/\.test\.ts$/.test(file));
  const text = files.map((file) => readFileSync(join(repository, file), 'utf8')).join('\n');
  return new Set(text.match(/\b(?:parley|PARLEY)_\w+/g));
};
const folders = [...serviceNames.map((name) => `services/${name}`), 'deploy/migrate', 'deploy/doctor'];
const namesOf = new Map(folders.map((folder) => [basename(folder), namesIn(`${folder}/src/**/*.ts`)]));
const shared = namesIn('{packages/!(web)/src,deploy/parley/src}/**/*.ts');

/** Returns the names of metrics and variables that stand in the code of one service or program alone. */
const markersOf = (part: string): string[] =>
  [...namesOf.get(part)!].filter(
    (name) => !shared.has(name) && ![...namesOf].some(([other, names]) => other !== part && names.has(name)),
  );

/** Returns the parts of Parley whose code a process with these services loads, and the bytes that it loads. */
function loadedBy(services: string) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', recorder, join(bundle, 'main.js'), 'serve'],
    { env: { PARLEY_SERVICES: services }, encoding: 'utf8' },
  );
  expect(stdout).toContain('problems');
  const files = stderr.match(/(?<=^file:\/\/).*\.js$/gm) ?? [];
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const words = new Set(text.match(/\b(?:parley|PARLEY)_\w+/g));
  const parts = [...namesOf.keys()].filter((part) => markersOf(part).some((name) => words.has(name)));
  return { parts: parts.toSorted(), bytes: text.length };
}

it('knows the code of every service and program by names that no other has', () => {
  for (const part of namesOf.keys()) expect([part, markersOf(part).length > 0]).toEqual([part, true]);
});

it.each([...serviceNames])('a process with %s alone loads the code of no other service', (service) => {
  expect(loadedBy(service).parts).toEqual([service]);
});

it('a process with all services loads the code of all of them, and of no other command', () => {
  const all = loadedBy(serviceNames.join(','));
  expect(all.parts).toEqual(serviceNames.toSorted());
  expect(all.bytes).toBeGreaterThan(2 * loadedBy('relay').bytes);
});
