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
import { TestCounts } from '../test-counts.ts';
import { repository } from './known-env.ts';

// Tests the scripts `.ci/e2e`, `.ci/run` and `.ci/release` on simulated machines. The search path contains only a few basic tools
// and fake programs, which record their calls.

let machine: string;

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'parley-ci-'));
  for (const tool of [
    'bash',
    'cat',
    'dirname',
    'env',
    'grep',
    'mkdir',
    'mktemp',
    'mv',
    'rm',
    'sed',
    'sh',
    'tail',
    'timeout',
  ]) {
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

/** Sets the packages that the fake package manager offers. */
function offers(packages: Readonly<Record<string, Programs>>): void {
  for (const [name, programs] of Object.entries(packages)) has(programs, join(machine, 'packages', name));
  // Package names follow `install` and its options.
  const install =
    'for name; do case "$name" in -*) ;; *) /bin/cp "$here/packages/$name/"* "$here" || exit 100;; esac; done';
  has({ 'apt-get': `test "$1" = install || exit 0\nshift\n${install}` });
}

const docker = {
  docker: 'case "$*" in version) test -e "$here/engine";; *) exit 1;; esac',
  dockerd: `trap '/bin/rm "$here/engine"; exit' TERM\n: > "$here/engine"\nwhile :; do /bin/sleep 0.02; done`,
};
const mmdebstrap = { mmdebstrap: '', postfix: '' };
const isRunning = () => existsSync(join(machine, 'engine'));

/** Returns the recorded calls that begin with `start`. */
const callsOf = (start: string): string[] =>
  readFileSync(join(machine, 'calls'), 'utf8')
    .split('\n')
    .filter((call) => call !== '' && call.startsWith(start));

function runCi(env: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync('/bin/bash', [join(repository, '.ci/e2e')], {
    env: { PATH: machine, USER_ID: '0', NPM_EXIT: '0', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  const calls = callsOf('');
  return {
    status,
    reported: /THE END-TO-END TESTS DID NOT RUN: (.*)/.exec(stderr)?.[1],
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
    reported: undefined,
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
    reported: undefined,
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
    has({ ...docker, docker: images, postfix: '' });
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
  ['Postfix is not installed, and could not be.', () => has({ ...docker, mmdebstrap: '' })],
])('fails and reports prominently that %s', (reason, arrange, env = {}) => {
  arrange();
  expect(runCi(env)).toMatchObject({ status: 1, reported: reason, ranTests: false });
  expect(isRunning()).toBe(false);
});

/** A fake `go` whose build produces a working fake helm. */
const go = { go: `printf '#!/bin/sh\\n' > "$GOBIN/helm"; /bin/chmod +x "$GOBIN/helm"` };

/** Runs `.ci/run` with an `npm` that fails, so that the script stops at its first stage. */
function beginCi(env: Readonly<Record<string, string>> = {}) {
  const { stderr, status } = spawnSync('/bin/bash', [join(repository, '.ci/run')], {
    env: {
      PATH: machine,
      HOME: machine,
      GOROOT: join(machine, 'go-root'),
      USER_ID: '0',
      NPM_EXIT: '3',
      ...env,
    },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, ranLint: existsSync(join(machine, 'calls')) && callsOf('npm').length > 0, stderr };
}

it.each<[who: string, arrange: () => void, env?: Record<string, string>]>([
  ['everything', () => has({ chromium: '', haproxy: '', helm: '' })],
  [
    'tools that the environment names',
    () => has({ another: '', browser: '', haproxy: '' }),
    { PARLEY_HELM: 'another', PARLEY_TEST_BROWSER: 'browser' },
  ],
  [
    'a browser, HAProxy and helm that can be installed',
    () => {
      has(go);
      offers({ chromium: { chromium: '' }, haproxy: { haproxy: '' } });
    },
  ],
  [
    'a Go outside of the path',
    () => {
      has({ chromium: '', haproxy: '' });
      has(go, join(machine, 'go-root/bin'));
    },
  ],
  [
    'none of them when the environment excludes them',
    () => undefined,
    { PARLEY_CI_WITHOUT: 'browser,chart,balancer' },
  ],
])('starts the checks with %s', (_, arrange, env) => {
  arrange();
  expect(beginCi(env)).toMatchObject({ status: 3, ranLint: true });
});

it('builds helm once', () => {
  has({ chromium: '', haproxy: '', ...go });
  beginCi();
  beginCi();
  expect(callsOf('go ')).toHaveLength(1);
});

it.each<[what: string, arrange: () => void, reason: string, env?: Record<string, string>]>([
  ['no browser', () => has({ helm: '' }), 'no Chromium'],
  ['no browser, but without the chart', () => undefined, 'no Chromium', { PARLEY_CI_WITHOUT: 'chart' }],
  [
    'no root to install a browser',
    () => {
      has({ helm: '' });
      offers({ chromium: { chromium: '' } });
    },
    'no Chromium',
    { USER_ID: '1000' },
  ],
  ['no HAProxy', () => has({ chromium: '', helm: '' }), 'no HAProxy'],
  [
    'no root to install HAProxy',
    () => {
      has({ chromium: '', helm: '' });
      offers({ haproxy: { haproxy: '' } });
    },
    'no HAProxy',
    { USER_ID: '1000' },
  ],
  ['neither helm nor Go', () => has({ chromium: '', haproxy: '' }), 'no helm'],
  ['a helm that does not work', () => has({ chromium: '', haproxy: '', helm: 'exit 1' }), 'no helm'],
  ['a Go that cannot build helm', () => has({ chromium: '', haproxy: '', go: 'exit 1' }), 'no helm'],
  [
    'a named helm that does not work',
    () => has({ chromium: '', haproxy: '', another: 'exit 1', helm: '', ...go }),
    'no helm',
    { PARLEY_HELM: 'another' },
  ],
])('fails before the first check with %s', (_, arrange, reason, env) => {
  arrange();
  const { stderr, ...seen } = beginCi(env);
  expect(seen).toEqual({ status: 1, ranLint: false });
  expect(stderr).toContain(reason);
});

/** Runs a script of `.ci` with a fake `npm`, which reports test counts. */
function runStages(script: string, npm: string, env: Readonly<Record<string, string>> = {}) {
  rmSync(join(machine, 'calls'), { force: true });
  has({ npm, chromium: '', haproxy: '', helm: '', node: '', docker: '', mmdebstrap: '', postfix: '' });
  const { status, stdout } = spawnSync('/bin/bash', [join(repository, '.ci', script)], {
    env: { PATH: machine, HOME: machine, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return {
    status,
    stages: [...stdout.matchAll(/^\*\*\* (.*): \d+ min \d\d s(.*)$/gm)].map(([, ...rest]) => rest.join('')),
    last: stdout.trimEnd().split('\n').at(-1),
    calls: callsOf('npm '),
  };
}

/** A fake `npm` that reports 10 tests for `npm test` and 3 tests for each other test command. */
const counted =
  'case "$4" in "") n=10;; *) n=3;; esac\ncase "$3" in test*) echo "$n 0" >> "$PARLEY_TEST_COUNTS";; esac';

it('runs each stage once, prints its duration, and ends with the sum of tests', () => {
  const { calls, ...seen } = runStages('run', counted);
  expect(seen).toEqual({
    status: 0,
    stages: ['lint and types', 'dependencies', 'tests', 'web client', 'faults', 'everything'],
    last: '16 passed, 0 failed',
  });
  expect(calls.slice(0, 3)).toEqual([
    'npm run --silent lint',
    'npm run --silent audit',
    'npm run --silent test',
  ]);
  // Two stages run at the same time.
  expect(calls.slice(3).sort()).toEqual([
    'npm run --silent test:faults -- --project every-change',
    'npm run --silent test:web -- --project every-change --file-parallelism --max-workers 2',
  ]);
});

it('runs every test of faults, the web client, OpenSearch, published clients and containers before a release', () => {
  expect(runStages('release', counted)).toEqual({
    status: 0,
    stages: [
      ...['dependencies', 'faults', 'a large import', 'web client', 'search in OpenSearch', 'clients'],
      ...['random inputs', 'separate processes', 'containers', 'everything'],
    ],
    last: '69 passed, 0 failed',
    calls: [
      'npm run --silent audit',
      'npm run --silent test:faults',
      'npm run --silent test:faults -- test/faults/imports.test.ts',
      'npm run --silent test:web',
      'npm run --silent test:search',
      'npm run --silent test:clients',
      'npm run --silent test -- services/gateway/test/hostile.test.ts services/messaging/test/search-permissions.test.ts ' +
        ['client/client-lists', 'events/cross-check', 'events/own-writes', 'events/register-exact']
          .map((name) => `test/network/${name}.test.ts`)
          .join(' '),
      'npm run --silent test -- test/network',
      'npm run --silent test:e2e',
      'npm run --silent test:elsewhere',
      expect.stringMatching(/^npm run --silent release -- build \S+$/),
      expect.stringMatching(/^npm run --silent release -- check \S+$/),
    ],
  });
});

it.each<[what: string, npm: string, stages: readonly string[], last: string]>([
  ['lint', 'case "$3" in lint) exit 4;; esac', ['lint and types, FAILED'], '0 passed, 1 failed'],
  [
    'a test',
    'case "$3" in test) echo "9 2" >> "$PARLEY_TEST_COUNTS"; exit 4;; esac',
    ['lint and types', 'dependencies', 'tests, FAILED'],
    '9 passed, 2 failed',
  ],
  [
    'a run that is killed',
    'case "$3" in test) echo "9 0" >> "$PARLEY_TEST_COUNTS";; *faults) exit 4;; esac',
    ['lint and types', 'dependencies', 'tests', 'web client', 'faults, FAILED'],
    '9 passed, 1 failed',
  ],
  [
    'a browser that is killed beside faults',
    'case "$3" in test*) echo "9 0" >> "$PARLEY_TEST_COUNTS";; esac; case "$3" in *web) exit 4;; esac',
    ['lint and types', 'dependencies', 'tests', 'web client, FAILED', 'faults'],
    '27 passed, 1 failed',
  ],
])('ends at the first stage that fails, and counts %s as failed', (_, npm, stages, last) => {
  expect(runStages('run', npm)).toMatchObject({ status: 4, stages: [...stages, 'everything'], last });
});

/** A fake `npm` whose audit finds no advisories, and ends as the real one does: with 2, unless it is told to go on. */
const unchecked = `case "$3" in audit) [ "$PARLEY_AUDIT_WITHOUT" = all ] || exit 2;; esac\n${counted}`;

it('goes on without advisories that cannot be had, unless it is told not to', () => {
  expect(runStages('run', unchecked)).toMatchObject({
    status: 0,
    stages: ['lint and types', 'dependencies', 'tests', 'web client', 'faults', 'everything'],
  });
  expect(runStages('run', unchecked, { PARLEY_AUDIT_WITHOUT: '' })).toMatchObject({
    status: 2,
    stages: ['lint and types', 'dependencies, FAILED', 'everything'],
  });
});

it('ends a release without advisories before its first test, unless it is told to go on', () => {
  expect(runStages('release', unchecked)).toMatchObject({
    status: 2,
    stages: ['dependencies, FAILED', 'everything'],
    calls: ['npm run --silent audit'],
  });
  expect(runStages('release', unchecked, { PARLEY_AUDIT_WITHOUT: 'all' })).toMatchObject({ status: 0 });
});

it.each(['run', 'release'])('ends .ci/%s for a known vulnerability', (script) => {
  const vulnerable = `case "$3" in audit) exit 1;; esac\n${counted}`;
  const { status, stages } = runStages(script, vulnerable, { PARLEY_AUDIT_WITHOUT: 'all' });
  expect([status, stages.at(-2)]).toEqual([1, 'dependencies, FAILED']);
});

it('counts tests that failed, and files and errors that have no failed test', () => {
  const file = join(machine, 'counts');
  const moduleOf = (state: string, passed: number, failed: number) => ({
    state: () => state,
    children: { allTests: (of: string) => Array(of === 'passed' ? passed : failed).values() },
  });
  const counts = new TestCounts(file);
  counts.onTestRunEnd([moduleOf('passed', 3, 0), moduleOf('failed', 2, 4)] as TestModule[], []);
  counts.onTestRunEnd([moduleOf('failed', 1, 0)] as TestModule[], [new Error('outside of a test')]);
  expect(readFileSync(file, 'utf8')).toBe('5 4\n1 2\n');
});
