import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@parley/db';
import { afterEach, expect, it } from 'vitest';
import { type Env, operator, startEnv } from './support.ts';

let env: Env;
afterEach(() => env.stop());

const founding = {
  organization: 'Acme',
  fullName: 'Olive Owner',
  email: 'olive@acme.example',
  password: 'a fine password',
  timezone: 'Europe/Berlin',
};

/** Returns the setup link of a replica, and the secret in the link. */
async function linkOf(client: Env['client']): Promise<{ link: string; secret: string }> {
  const { link } = await client.getSetupLink({}, operator());
  return { link, secret: /#setup\/([\w-]{43})$/.exec(link)?.[1] ?? '' };
}

it('lets a person who has the secret create the organization once, and signs the person in', async () => {
  env = await startEnv({ empty: true });
  expect(await env.client.getSetup({}, operator())).toEqual({ isOpen: true, hasNoPasswords: false });
  const { link, secret } = await linkOf(env.client);
  expect(link).toMatch(/^http:\/\/chat\.test:9991\/#setup\/[\w-]{43}$/);
  expect(await linkOf(env.other)).toEqual({ link, secret });

  // The secret ends with bits that do not count, so its first character is changed.
  const changed = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;
  for (const wrong of ['', 'x', secret.slice(1), changed]) {
    await expect(env.client.setUp({ ...founding, secret: wrong }, operator())).rejects.toThrow(
      'The setup secret is wrong.',
    );
  }
  await expect(env.client.setUp({ ...founding, secret, password: 'short' }, operator())).rejects.toThrow();
  expect(await env.client.getSetup({}, operator())).toEqual({ isOpen: true, hasNoPasswords: false });

  const { userId, session } = await env.client.setUp({ ...founding, secret }, operator());
  expect(session?.token).toMatch(/^[\w-]{43}$/);
  const { apiKey } = await env.other.fetchApiKey(
    { username: founding.email, password: founding.password },
    operator(),
  );
  expect(apiKey).not.toBe('');
  const [row] = await env.db.many<{ role: number; timezone: string }>(
    sql`select role, timezone from user_admin.users where user_id = ${userId}`,
  );
  expect(row).toEqual({ role: 100, timezone: 'Europe/Berlin' });
  expect(await env.other.getSetup({}, operator())).toEqual({ isOpen: false, hasNoPasswords: false });
  expect(await env.other.getSetupLink({}, operator())).toEqual({ link: '' });
  await expect(env.client.setUp({ ...founding, secret }, operator())).rejects.toThrow('already created');
  expect(await env.db.many(sql`select 1 from user_admin.first_run`)).toEqual([]);
});

it('needs no password where the operator has switched passwords off, and leads in by the company account', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-setup-'));
  const file = join(folder, 'sign-in.json');
  const company = { id: 'company', name: 'Company', issuer: 'https://id.example.com', clientId: 'parley' };
  writeFileSync(file, JSON.stringify({ password: false, oidc: [{ ...company, clientSecret: 'secret' }] }));
  env = await startEnv({ empty: true, more: { PARLEY_SIGN_IN_FILE: file } });
  rmSync(folder, { recursive: true });
  expect(await env.client.getSetup({}, operator())).toEqual({ isOpen: true, hasNoPasswords: true });
  const { secret } = await linkOf(env.client);
  const { userId, session } = await env.client.setUp({ ...founding, password: '', secret }, operator());
  expect(session?.token).toMatch(/^[\w-]{43}$/);
  const rows = await env.db.many(
    sql`select password_hash from user_admin.credentials where user_id = ${userId}`,
  );
  expect(rows).toEqual([{ password_hash: null }]);
});

it('creates one organization for two browsers at the same time', async () => {
  env = await startEnv({ empty: true });
  const { secret } = await linkOf(env.client);
  const outcomes = await Promise.allSettled([
    env.client.setUp({ ...founding, secret }, operator()),
    env.other.setUp({ ...founding, email: 'second@acme.example', secret }, operator()),
  ]);
  const [refused] = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(refused).toMatchObject({ code: 'BAD_REQUEST' });
  const owners = await env.db.many(sql`select 1 from user_admin.users where role = 100`);
  expect(owners.length).toBe(1);
});

it('is over when the operator’s command has created an organization', async () => {
  env = await startEnv({ empty: true });
  const { secret } = await linkOf(env.client);
  await env.client.createOrganization(
    { name: 'Acme', ownerEmail: 'o@acme.example', ownerFullName: 'Olive', ownerPassword: 'a fine password' },
    operator(),
  );
  expect(await env.client.getSetup({}, operator())).toEqual({ isOpen: false, hasNoPasswords: false });
  await expect(env.client.setUp({ ...founding, secret }, operator())).rejects.toThrow('already created');
});
