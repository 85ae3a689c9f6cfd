import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Tx } from '@parley/db';
import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSealedApiKey, storeApiKey, storePasswordHash } from '../src/access/db/credentials.ts';
import { insertMailToken } from '../src/access/db/mail-tokens.ts';
import { insertNamedKey } from '../src/access/db/named-keys.ts';
import { deleteFactors, replaceRecoveryCodes } from '../src/access/db/second-factors.ts';
import { replaceToken } from '../src/accounts/db/invitations.ts';
import { insertExport, insertPersonExport } from '../src/exporting/db/exports.ts';
import { linkIdentity } from '../src/identity-providers/db/external-identities.ts';
import { updateOrganizationSettings } from '../src/organization/db/organization.ts';
import { updateUser } from '../src/people/db/users.ts';
import { as, type Env, operator, startEnv } from './support.ts';

// Tests that no operation writes a dangerous effect without the guard (src/kernel/proof.ts).

const source = join(import.meta.dirname, '..', 'src');
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
const textOf = (file: string): string => readFileSync(join(source, file), 'utf8');

/**
 * The files with statements that insert, update or delete rows of the tables that dangerous effects change. Their functions take
 * values that are `Proven`, or cause no such effect.
 */
const writers: Readonly<Record<string, readonly string[]>> = {
  // `imports.ts` only deletes, and only accounts that an import created: bots, and people who have never signed in or are deactivated.
  // Only operators' calls get there; an owner has proven it before (`AuthorizeImport`).
  users: ['accounts/db/imports.ts', 'people/db/users.ts'],
  credentials: ['access/db/credentials.ts', 'erasing/db/erasures.ts'],
  named_keys: ['access/db/named-keys.ts', 'erasing/db/erasures.ts'],
  // `imports.ts` only forgets who invited, when that account goes.
  invitations: ['accounts/db/imports.ts', 'accounts/db/invitations.ts', 'erasing/db/erasures.ts'],
  mail_tokens: ['access/db/mail-tokens.ts', 'erasing/db/erasures.ts'],
  authenticator_apps: ['access/db/second-factors.ts', 'erasing/db/erasures.ts'],
  passkeys: ['access/db/second-factors.ts', 'erasing/db/erasures.ts'],
  recovery_codes: ['access/db/second-factors.ts', 'erasing/db/erasures.ts'],
  external_identities: [
    'erasing/db/erasures.ts',
    'identity-providers/db/external-identities.ts',
    'ldap/db/links.ts',
  ],
  exports: ['exporting/db/exports.ts'],
  person_exports: ['exporting/db/exports.ts'],
  erasures: ['erasing/db/erasures.ts'],
};

describe('the guard of dangerous effects', () => {
  it('is the only place that makes proven values', () => {
    const casting = files.filter((file) => /\bas (unknown as )?Proven/.test(textOf(file)));
    expect(casting).toEqual(['kernel/proof.ts']);
  });

  it.each(Object.entries(writers))('knows every file that writes the table %s', (table, expected) => {
    const writes = new RegExp(`(insert into|update|delete from)\\s+(only\\s+)?${table}\\b`);
    const found = files.filter((file) => writes.test(textOf(file)));
    // The table of exports is a variable in the statements of this file.
    const known = table.endsWith('exports') ? found.filter((file) => !expected.includes(file)) : found;
    expect(known.sort()).toEqual(table.endsWith('exports') ? [] : expected);
  });

  it('does not compile with values that are not proven', () => {
    // Never called. The type checker reports an error when one of these calls becomes possible.
    const calls = (tx: Tx) => [
      // @ts-expect-error
      () => storeApiKey(tx, 1, { apiKeySha256: Buffer.of(), apiKeySealed: Buffer.of() }),
      // @ts-expect-error
      () => findSealedApiKey(tx, 1),
      // @ts-expect-error
      () => storePasswordHash(tx, 1, ''),
      // @ts-expect-error
      () => linkIdentity(tx, { method: '', subject: '' }, 1),
      // @ts-expect-error
      () => replaceToken(tx, { invitationId: 1, role: 100 }, Buffer.of()),
      // @ts-expect-error
      () => deleteFactors(tx, 1),
      // @ts-expect-error
      () => replaceRecoveryCodes(tx, 1, []),
      // @ts-expect-error
      () => insertExport(tx, 1, 1),
      // @ts-expect-error
      () => insertPersonExport(tx, { userId: 1, requesterId: 1, includesPrivate: true }),
      // @ts-expect-error
      () => updateOrganizationSettings(tx, { require_second_factor: 'nobody' }),
      // @ts-expect-error
      () => updateUser(tx, 1, { email: '', role: 100 }),
      // @ts-expect-error
      () => updateUser(tx, 1, { email: '', isActive: true }),
      // @ts-expect-error
      () => updateUser(tx, 1, { email: '', deliveryEmail: 'x@y.example' }),
      // @ts-expect-error
      () => updateUser(tx, 1, { email: '', botOwnerId: 1 }),
      () =>
        insertMailToken(tx, {
          purpose: 'email-change',
          tokenSha256: Buffer.of(),
          lifeSeconds: 1,
          userId: 1,
          // @ts-expect-error
          email: 'x@y.example',
        }),
      () =>
        insertNamedKey(tx, {
          // @ts-expect-error
          userId: 1,
          keySha256: Buffer.of(),
          name: '',
          isReadOnly: false,
          areas: null,
          lifeSeconds: null,
        }),
      () => updateUser(tx, 1, { email: '', fullName: 'A change that needs no proof' }),
    ];
    expect(calls).toBeTypeOf('function');
  });
});

describe('user-admin', () => {
  let env: Env;
  beforeAll(async () => {
    env = await startEnv({ hasEvents: true });
  });
  afterAll(() => env?.stop());

  it('refuses a limited key itself, whatever the gateway lets through', async () => {
    const limited = testCall({
      principal: { userId: env.ownerId, keyScope: { isReadOnly: false, areas: ['users'] } },
    });
    const { userId: botId } = await env.client.addBot(
      { fullName: 'Helper', shortName: 'helper', botType: 1 },
      as(env.ownerId),
    );
    const victim = await env.account('victim');
    const refused = [
      () => env.client.addBot({ fullName: 'Other', shortName: 'other', botType: 1 }, limited),
      () => env.client.getApiKey({ botUserId: botId }, limited),
      () => env.client.regenerateApiKey({ botUserId: botId }, limited),
      () => env.client.regenerateApiKey({ botUserId: 0 }, limited),
      () =>
        env.client.createNamedKey(
          { name: 'Script', scope: { isReadOnly: true, areas: [] }, expiresInSeconds: 0 },
          limited,
        ),
      () => env.client.eraseUser({ userId: victim, deletesMessages: false }, limited),
    ];
    for (const call of refused) await expect(call()).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });

  it('lets operators make no bot an owner', async () => {
    const { userId } = await env.client.addBot(
      { fullName: 'Climber', shortName: 'climber', botType: 1 },
      as(env.ownerId),
    );
    await expect(
      env.client.updateAccount({ email: 'climber-bot@chat.test', role: 100, dryRun: false }, operator()),
    ).rejects.toMatchObject({ message: 'A bot cannot be an organization owner.' });
    await expect(
      env.db.execute(sql`update user_admin.users set role = 100 where user_id = ${userId}`),
    ).rejects.toThrow('users_bots_are_no_owners_check');
  });

  it('demotes bots that an earlier release made owners, with an event and an audit entry', async () => {
    const { userId } = await env.client.addBot(
      { fullName: 'Veteran', shortName: 'veteran', botType: 1 },
      as(env.ownerId),
    );
    await env.db.execute(sql`alter table user_admin.users drop constraint users_bots_are_no_owners_check`);
    await env.db.execute(sql`update user_admin.users set role = 100 where user_id = ${userId}`);
    await env.db.execute(sql`alter table user_admin.users add constraint users_bots_are_no_owners_check
      check (role <> 100 or bot_type is null) not valid`);
    await env.events();
    const replica = await env.startReplica();
    try {
      await expect
        .poll(
          () =>
            env.db.one<{ role: number }>(sql`select role from user_admin.users where user_id = ${userId}`),
          { timeout: 60_000 },
        )
        .toEqual({ role: 200 });
    } finally {
      await replica.stop();
    }
    const changed = (await env.events()).filter(({ kind }) => kind === 'user-admin.user.changed');
    expect(changed.map(({ fact }) => fact?.value)).toContainEqual(
      expect.objectContaining({
        userChanged: expect.objectContaining({
          user: expect.objectContaining({ userId, role: 200 }),
          previousRole: 100,
        }),
      }),
    );
    const entries = await env.db.many(sql`
      select actor_id, details from user_admin.audit_entries
       where action = 'user.role_changed' and user_id = ${userId}`);
    expect(entries).toEqual([{ actor_id: null, details: { from: 100, to: 200 } }]);
  });
});
