import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { root } from '../compose.ts';
import { run } from '../docker.ts';

// The examples of packages/testcontainers, as people of other projects would run them.

const examples = join(root, 'packages/testcontainers/examples');
const env = {
  ...process.env,
  PARLEY_IMAGE: inject('allInOne'),
  TESTCONTAINERS_RYUK_DISABLED: 'true',
  // When the tests run in a container, Testcontainers for Java would find the address with an image from a registry.
  TESTCONTAINERS_HOST_OVERRIDE: 'localhost',
  PYTHONDONTWRITEBYTECODE: '1',
};

const runIn = async (folder: string, program: string, ...args: string[]) => {
  const { stdout, stderr } = await run(program, args, {
    cwd: join(examples, folder),
    env,
    maxBuffer: 2 ** 26,
  });
  return stdout + stderr;
};

it('the container for tests is used by a Java test', async () => {
  const target = `-DbuildDirectory=${mkdtempSync(join(tmpdir(), 'parley-java-'))}`;
  expect(await runIn('java', 'mvn', '--batch-mode', target, 'test')).toMatch(
    /Tests run: 2, Failures: 0, Errors: 0/,
  );
});

it('the container for tests is used by a Go test', async () => {
  const output = await runIn('go', 'go', 'test', '-count=1', '-v', './...');
  expect(output).toContain('--- PASS: TestMessageReachesAnotherPersonAndIsTakenBack');
});

it('the container for tests is used by a Python test', async () => {
  const environment = join(mkdtempSync(join(tmpdir(), 'parley-python-')), 'environment');
  const program = (name: string) => join(environment, 'bin', name);
  await runIn('python', 'python3', '-m', 'venv', environment);
  await runIn('python', program('pip'), 'install', '--quiet', '-r', 'requirements.txt');
  expect(await runIn('python', program('pytest'), '-p', 'no:cacheprovider')).toMatch(/2 passed/);
});
