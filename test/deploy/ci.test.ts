import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { FailedFiles } from '../failed-files.ts';
import { repository } from './known-env.ts';

// Tests `.ci/e2e` and `.ci/run` on simulated machines: only fakes, which record their calls, are on the search path.

let machine: string;

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'parley-ci-'));
  for (const tool of ['bash', 'cat', 'dirname', 'env', 'mktemp', 'rm', 'sed', 'sh', 'tail', 'timeout']) {
    symlinkSync([`/usr/bin/${tool}`, `/bin/${tool}`].find(existsSync)!, join(machine, tool));
  }
  has({ sleep: '/bin/sleep 0.02', id: 'echo "$USER_ID"', npm: 'exit "$NPM_EXIT"' });
});
afterEach(() => rmSync(machine, { recursive: true, force: true }));

type Programs = Readonly<Record<string, string>>;

function has(programs: Programs, folder = machine): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, body] of Object.entries(programs)) {
    const text = `#!/bin/sh\nhere="${machine}"\necho "$(/usr/bin/basename "$0") $*" >> "$here/calls"\n${body}\n`;
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
}

/** Packages that its package manager can install. */
function offers(packages: Readonly<Record<string, Programs>>): void {
  for (const [name, programs] of Object.entries(packages)) has(programs, join(machine, 'packages', name));
  // After `install` and its options come the packages.
  const install =
    'for name; do case "$name" in -*) ;; *) /bin/cp "$here/packages/$name/"* "$here" || exit 100;; esac; done';
  has({ 'apt-get': `test "$1" = install || exit 0\nshift\n${install}` });
}

const docker = {
  docker: 'case "$*" in version) test -e "$here/engine";; *) exit 1;; esac',
  dockerd: `trap '/bin/rm "$here/engine"; exit' TERM\n: > "$here/engine"\nwhile :; do /bin/sleep 0.02; done`,
};
const mmdebstrap = { mmdebstrap: '' };
const isRunning = () => existsSync(join(machine, 'engine'));

/** Returns the recorded calls of the programs of a kind. */
const callsOf = (start: string): string[] =>
  readFileSync(join(machine, 'calls'), 'utf8')
    .split('\n')
    .filter((call) => call !== '' && call.startsWith(start));

function runCi(env: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync('/bin/bash', [join(repository, '.ci/e2e')], {
    env: { PATH: machine, USER_ID: '0', NPM_EXIT: '0', ...env },
    encoding: 'utf8',
    timeout: 10_000,
  });
  const calls = callsOf('');
  return {
    status,
    said: /THE END-TO-END TESTS DID NOT RUN: (.*)/.exec(stderr)?.[1],
    ranTests: calls.includes('npm run --silent test:e2e'),
    installed: calls.flatMap((call) => /^apt-get install .* (\S+)$/.exec(call)?.[1] ?? []),
    startedEngine: calls.some((call) => call.startsWith('dockerd')),
  };
}

it('runs the tests with a running engine, and does not stop it', () => {
  has({ ...docker, ...mmdebstrap });
  writeFileSync(join(machine, 'engine'), '');
  expect(runCi()).toEqual({
    status: 0,
    said: undefined,
    ranTests: true,
    installed: [],
    startedEngine: false,
  });
  expect(isRunning()).toBe(true);
});

it('fails when the tests fail', () => {
  has({ ...docker, ...mmdebstrap });
  expect(runCi({ NPM_EXIT: '3' })).toMatchObject({ status: 3, ranTests: true });
});

it('installs and starts an engine where there is none, and stops it after the tests', () => {
  offers({ 'docker.io': docker, mmdebstrap });
  expect(runCi()).toEqual({
    status: 0,
    said: undefined,
    ranTests: true,
    installed: ['docker.io', 'mmdebstrap'],
    startedEngine: true,
  });
  expect(isRunning()).toBe(false);
});

it('starts an installed engine', () => {
  has({ ...docker, ...mmdebstrap });
  expect(runCi()).toMatchObject({ status: 0, ranTests: true, installed: [], startedEngine: true });
  expect(isRunning()).toBe(false);
});

it('installs no packages when the base images exist or can be pulled', () => {
  for (const known of ['image inspect debian:*', 'pull --quiet debian:*']) {
    const images = docker.docker.replace('*) exit', `'${known.replace(/ debian.*/, '')}'*) ;; *) exit`);
    has({ ...docker, docker: images });
    expect([known, runCi()]).toMatchObject([known, { status: 0, ranTests: true, installed: [] }]);
  }
});

it.each<[reason: string, arrange: () => void, env?: Record<string, string>]>([
  ['there is no Docker engine, and none could be installed.', () => offers({ mmdebstrap })],
  ['there is no Docker engine, and none could be installed.', () => has(mmdebstrap)],
  ['no Docker engine runs, and only root may start one.', () => has(docker), { USER_ID: '1000' }],
  [
    'there is no Docker engine, and none could be installed.',
    () => offers({ 'docker.io': docker }),
    { USER_ID: '1000' },
  ],
  [
    'the Docker engine does not start: no space left',
    () => has({ ...docker, dockerd: 'echo starting; echo no space left >&2; exit 1' }),
  ],
  ['no base images can be had.', () => has(docker)],
])('reports prominently that %s', (reason, arrange, env = {}) => {
  arrange();
  expect(runCi(env)).toMatchObject({ status: 0, said: reason, ranTests: false });
  expect(isRunning()).toBe(false);
});

it.each<[who: string, programs: Programs, env: Readonly<Record<string, string>>, isSilent: boolean]>([
  ['no helm', {}, {}, false],
  ['a helm on the path', { helm: '' }, {}, true],
  ['a helm that the environment names', { another: '' }, { PARLEY_HELM: 'another' }, true],
  ['a helm that does not work', { helm: 'exit 1' }, {}, false],
])('reports whether the chart is rendered, with %s', (_, programs, env, isSilent) => {
  // The script ends at the first command that it runs.
  has({ ...programs, chromium: '' });
  const { stderr, status } = spawnSync('/bin/bash', [join(repository, '.ci/run')], {
    env: { PATH: machine, NPM_EXIT: '3', ...env },
    encoding: 'utf8',
    timeout: 10_000,
  });
  expect([status, stderr.includes('THE CHART IS NOT RENDERED')]).toEqual([3, !isSilent]);
});

it('runs each stage once, prints its duration, and ends at the first failure', () => {
  const run = (npm: string) => {
    rmSync(join(machine, 'calls'), { force: true });
    has({ npm, chromium: '', helm: '', node: '', docker: '', mmdebstrap: '' });
    const { status, stdout } = spawnSync('/bin/bash', [join(repository, '.ci/run')], {
      env: { PATH: machine },
      encoding: 'utf8',
      timeout: 10_000,
    });
    return {
      status,
      stages: [...stdout.matchAll(/^\*\*\* (.*): \d+ min \d\d s(.*)$/gm)].map(([, ...rest]) => rest.join('')),
    };
  };
  expect(run('')).toEqual({
    status: 0,
    stages: ['lint and types', 'dependencies', 'tests', 'faults', 'containers', 'everything'],
  });
  expect(callsOf('npm ')).toEqual([
    'npm run --silent lint',
    'npm run --silent test',
    'npm run --silent test:faults',
    'npm run --silent test:e2e',
  ]);
  expect(run('case "$*" in *faults) exit 4;; esac')).toEqual({
    status: 4,
    stages: ['lint and types', 'dependencies', 'tests', 'faults, FAILED'],
  });
});

it.each<
  [what: string, npm: { first: number; failed: string[]; again: number }, status: number, ran: string[]]
>([
  ['a green run', { first: 0, failed: [], again: 9 }, 0, ['']],
  [
    'a run that fails by chance',
    { first: 1, failed: ['/a b.ts', '/c.ts'], again: 0 },
    0,
    ['', ' -- /a b.ts /c.ts'],
  ],
  ['a run that fails twice', { first: 1, failed: ['/a.ts'], again: 2 }, 2, ['', ' -- /a.ts']],
  ['a run whose failed files are unknown', { first: 3, failed: [], again: 0 }, 3, ['']],
  [
    'a run that fails in many files',
    { first: 3, failed: ['/a.ts', '/b.ts', '/c.ts', '/d.ts'], again: 0 },
    3,
    [''],
  ],
])(
  'repeats the failed files of %s if there are at most three, and ends with the status of the last run',
  (_, { first, failed, again }, status, ran) => {
    has({
      npm: 'case "$*" in *" -- "*) exit "$AGAIN";; esac\nprintf "$FAILED" > "$PARLEY_FAILED_FILES"\nexit "$FIRST"',
    });
    const FAILED = failed.map((file) => `${file}\\n`).join('');
    const run = spawnSync('/bin/bash', [join(repository, '.ci/twice'), 'test'], {
      env: { PATH: machine, FIRST: `${first}`, AGAIN: `${again}`, FAILED },
      timeout: 10_000,
    });
    expect(run.status).toBe(status);
    expect(callsOf('npm ')).toEqual(ran.map((rest) => `npm run --silent test${rest}`));
  },
);

it('lists the files that failed, unless a second run would prove nothing', () => {
  const list = join(machine, 'failed');
  const moduleOf = (name: string, state: string, retryCount?: number) => ({
    moduleId: name,
    state: () => state,
    children: {
      allTests: () => (retryCount === undefined ? [] : [{ diagnostic: () => ({ retryCount }) }]),
    },
  });
  const written = (modules: readonly object[], errors: readonly unknown[] = []) => {
    new FailedFiles(list).onTestRunEnd(modules as TestModule[], errors);
    return readFileSync(list, 'utf8');
  };
  const modules = [moduleOf('/a', 'failed', 0), moduleOf('/b', 'passed'), moduleOf('/c', 'failed')];
  expect(written(modules)).toBe('/a\n/c\n');
  expect(written([...modules, moduleOf('/d', 'failed', 1)])).toBe('');
  expect(written(modules, [new Error('outside of a test')])).toBe('');
});
