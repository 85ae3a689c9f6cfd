import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network, Organization } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Mailbox } from '../notifications/mailbox.ts';

// Verifies that a wrong rule at the identity provider cannot lock out the whole organization.

const folder = mkdtempSync(join(tmpdir(), 'parley-scim-limit-'));
const token = 'a-token-of-the-identity-provider';
const mailbox = new Mailbox();
let network: Network;
let organization: Organization;

beforeAll(async () => {
  const file = join(folder, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ scim: { token, maxDeactivatedShare: 0.1 } }));
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: { PARLEY_SIGN_IN_FILE: file, PARLEY_MAIL_DIR: mailbox.folder },
  });
  organization = await Organization.create(network);
});

afterAll(async () => {
  await network?.stop();
  mailbox.remove();
  rmSync(folder, { recursive: true });
});

const setActive = (userId: number, active: boolean) =>
  fetch(`${network.gatewayUrl()}/scim/v2/Users/${userId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ Operations: [{ op: 'replace', path: 'active', value: active }] }),
  });

it('deactivates at most a share of the people per day, notifies the owners, and continues with permission', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `person${n}`);
  const people = Object.values(await organization.add(...names));
  // The limit is a tenth of nine people, but at least three people. All requests are sent at the same time.
  const answers = await Promise.all(people.map(({ userId }) => setActive(userId, false)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 403, 403, 403, 403, 403]);
  const refused = people.filter((_, at) => answers[at]!.status === 403);
  const refusal = (await answers.find(({ status }) => status === 403)!.json()) as { detail: string };
  expect(refusal.detail).toContain('At most 3 people');
  for (const { api } of refused) expect((await api.raw('GET', '/users/me')).status).toBe(200);

  const { owner } = organization;
  const mail = await mailbox.waitFor(owner.email, 'stopped deactivating');
  expect(mail.text).toContain('allow-deactivations');
  expect(
    (await mailbox.all()).filter(({ subject }) => subject.includes('stopped deactivating')),
  ).toHaveLength(1);

  // Reactivating a person does not permit another deactivation. Only operators can permit more.
  const back = people.find(({ userId }) => !refused.some((each) => each.userId === userId))!;
  expect((await setActive(back.userId, true)).status).toBe(200);
  expect((await setActive(refused[0]!.userId, false)).status).toBe(403);
  await network.asOperator((userAdmin, call) => userAdmin.allowDeactivations({ people: 1 }, call));
  expect((await setActive(refused[0]!.userId, false)).status).toBe(200);
  expect((await setActive(refused[1]!.userId, false)).status).toBe(403);
  // The limit applies only to the provider. Administrators can still deactivate people.
  await owner.api.delete(`/users/${refused[1]!.userId}`);
  const { entries } = await owner.api.get('/realm/audit_log');
  expect(JSON.stringify(entries)).toContain('provisioning.deactivations_allowed');
});
