import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const people = 10_000;
const concurrent = 16;
const token = 'a-token-of-the-identity-provider';
const folder = mkdtempSync(join(tmpdir(), 'parley-scim-load-'));
let cluster: Cluster;

beforeAll(async () => {
  const file = join(folder, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ scim: { token, maxDeactivatedShare: 1 } }));
  cluster = await Cluster.start({ env: { PARLEY_SIGN_IN_FILE: file } });
});

afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const scim = (method: string, path: string, body?: object) =>
  fetch(`${cluster.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Runs a step for each number, several of them concurrently. Returns the total duration in seconds. */
async function forAll(step: (n: number) => Promise<void>): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < people) await step(next++);
  };
  await Promise.all(Array.from({ length: concurrent }, worker));
  return (performance.now() - begun) / 1_000;
}

it(`${people} people are provisioned, found again and added to a group`, async () => {
  const ids: string[] = [];
  const created = await forAll(async (n) => {
    const response = await scim('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `person-${n}@test.example`,
      name: { givenName: 'Person', familyName: String(n) },
      emails: [{ value: `person-${n}@test.example`, primary: true }],
    });
    expect(response.status).toBe(201);
    ids.push(((await response.json()) as { id: string }).id);
  });
  const found = await forAll(async (n) => {
    const response = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "person-${n}@test.example"`)}`,
    );
    expect(((await response.json()) as { totalResults: number }).totalResults).toBe(1);
  });
  const begun = performance.now();
  const group = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Everybody',
    members: ids.map((value) => ({ value })),
  });
  expect(group.status).toBe(201);
  const grouped = (performance.now() - begun) / 1_000;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  process.stdout.write(
    `${people} people: created in ${seconds(created)}, found in ${seconds(found)}, grouped in ${seconds(grouped)}\n`,
  );
  expect(created).toBeLessThan(60);
});
