import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network, Organization } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run, runToEnd } from '../clients/processes.ts';
import { cacheFolder } from './cache.ts';

// Runs scim2-tester from PyPI, which is installed into a virtual environment.

const here = join(import.meta.dirname, 'scim-conformance');
const token = 'a-token-of-the-identity-provider';
const folder = mkdtempSync(join(tmpdir(), 'parley-scim-conformance-'));
let network: Network;
let python: string;

/** Installs the tester, unless this version is already installed. Returns the path of its Python interpreter. */
async function installed(): Promise<string> {
  const requirements = join(here, 'requirements.txt');
  const stamp = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const environment = cacheFolder(`scim2-tester-${stamp}`);
  const interpreter = join(environment, 'bin/python');
  if (existsSync(join(environment, '.installed'))) return interpreter;
  await runToEnd(['python3', '-m', 'venv', '--clear', environment]);
  const pip = [interpreter, '-m', 'pip', '--quiet', '--disable-pip-version-check'] as const;
  await runToEnd([...pip, 'install', '--requirement', requirements]);
  writeFileSync(join(environment, '.installed'), '');
  return interpreter;
}

beforeAll(async () => {
  python = await installed();
  const file = join(folder, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ scim: { token, maxDeactivatedShare: 1 } }));
  network = await Network.start({ env: { PARLEY_SIGN_IN_FILE: file } });
  await Organization.create(network);
});

afterAll(async () => {
  await network?.stop();
  rmSync(folder, { recursive: true });
});

type Check = { status: string; title: string; resource: string; reason: string };

it('Parley passes every check of scim2-tester', async () => {
  const { output, errors, code } = await run([python, join(here, 'check.py')], {
    env: { ...process.env, SCIM_URL: `${network.gatewayUrl()}/scim/v2`, SCIM_TOKEN: token },
  });
  expect(errors).toBe('');
  expect(code).toBe(0);
  const lines = output.split('\n').filter((line) => line !== '');
  const checks = lines.map((line) => JSON.parse(line) as Check);
  const count = (wanted: string) => checks.filter((check) => check.status === wanted).length;
  const counts = [...new Set(checks.map((check) => check.status))].map((each) => `${count(each)} ${each}`);
  process.stdout.write(`scim2-tester: ${counts.join(', ')}\n`);
  expect(checks.filter(({ status }) => !['SUCCESS', 'COMPLIANT', 'ACCEPTABLE'].includes(status))).toEqual([]);
  expect(count('SUCCESS')).toBeGreaterThan(40);
});
