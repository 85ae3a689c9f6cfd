import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncDirectoryResponse } from '@parley/proto/useradmin/v1/provisioning';
import { Network, Organization, testPassword } from '@parley/test-kit';
import { type LdapEntry, LdapStandIn } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestWith, importRecords } from '../imports-and-exports/import-records.ts';
import { pemOf, selfSigned } from '../self-signed.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-ldap-'));
const file = join(folder, 'sign-in.yaml');
let directory: LdapStandIn;
let network: Network;
let organization: Organization;

const person = (uid: string, mail = `${uid}@test.example`) => ({
  dn: `uid=${uid},ou=people,dc=test`,
  password: `${uid}-secret`,
  attributes: {
    entryUUID: [`uuid-of-${uid}`],
    uid: [uid],
    mail: [mail],
    cn: [`Name of ${uid}`],
    title: ['Engineer'],
  },
});

function writeFile(more: object, ldap: object): void {
  writeFileSync(
    file,
    JSON.stringify({
      ...more,
      ldap: {
        url: `ldap://localhost:${directory.port}`,
        startTls: true,
        caFile: 'ca.pem',
        bindDn: 'cn=reader,dc=test',
        bindPassword: { env: 'READER_PASSWORD' },
        baseDn: 'ou=people,dc=test',
        userFilter: '(|(mail={login})(uid={login}))',
        groupBaseDn: 'ou=groups,dc=test',
        groups: { claim: 'cn', admin: 'chat-admins' },
        profile: { title: 'Job title' },
        ...ldap,
      },
    }),
  );
}

async function restart(more: object, ldap: object = {}): Promise<void> {
  writeFile(more, ldap);
  for (const replica of network.of('user-admin')) {
    await network.stopReplica(replica);
    await network.startReplica(replica);
  }
}

beforeAll(async () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const cert = pemOf(selfSigned(keys, 'localhost'));
  writeFileSync(join(folder, 'ca.pem'), cert);
  directory = await LdapStandIn.start(
    [
      { dn: 'cn=reader,dc=test', password: 'reader-secret', attributes: {} },
      ...['anna', 'boss', 'local', 'moved', 'limited'].map((uid) => person(uid)),
      person('twin', 'twins@test.example'),
      person('other-twin', 'twins@test.example'),
      ...['nested', 'titled'].map((uid) => person(uid)),
      person('moved-in', 'Moved.In@TEST.example'),
      {
        dn: 'cn=chat-admins,ou=groups,dc=test',
        attributes: {
          cn: ['chat-admins'],
          member: ['uid=boss,ou=people,dc=test', 'cn=operations,ou=groups,dc=test'],
        },
      },
      {
        dn: 'cn=operations,ou=groups,dc=test',
        attributes: { cn: ['operations'], member: ['cn=shift,ou=groups,dc=test'] },
      },
      {
        // The groups contain each other in a cycle, which directories permit.
        dn: 'cn=shift,ou=groups,dc=test',
        attributes: {
          cn: ['shift'],
          member: ['uid=nested,ou=people,dc=test', 'cn=operations,ou=groups,dc=test'],
        },
      },
    ],
    { key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, cert },
  );
  writeFile({ password: true }, {});
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: { PARLEY_SIGN_IN_FILE: file, READER_PASSWORD: 'reader-secret' },
  });
  organization = await Organization.create(network);
});

afterAll(async () => {
  await network?.stop();
  directory?.stop();
  rmSync(folder, { recursive: true });
});

const fetchKey = (username: string, password: string) =>
  network.client().post('/fetch_api_key', { username, password });
const wrong = { status: 401, body: { code: 'AUTHENTICATION_FAILED' } };

async function accountOf(username: string, password: string) {
  const { api_key: apiKey, email } = await fetchKey(username, password);
  return network.client({ email, apiKey }).get('/users/me');
}

describe('sign-in with a directory', () => {
  it('is announced as a password for clients', async () => {
    const settings = await network.client().get('/server_settings');
    expect(settings.authentication_methods).toMatchObject({ password: true, ldap: true, email: true });
    expect(settings.external_authentication_methods).toEqual([]);
  });

  it('creates an account from the entry, by address or by name, over an encrypted connection', async () => {
    directory.binds.length = 0;
    const account = await accountOf('anna@test.example', 'anna-secret');
    expect(account).toMatchObject({
      full_name: 'Name of anna',
      delivery_email: 'anna@test.example',
      role: 400,
    });
    expect((await accountOf('anna', 'anna-secret')).user_id).toBe(account.user_id);
    expect(directory.binds.length).toBeGreaterThan(2);
    expect(directory.binds.every(({ isEncrypted }) => isEncrypted)).toBe(true);
  });

  it('grants the administrator role by a group', async () => {
    expect(await accountOf('boss', 'boss-secret')).toMatchObject({ role: 200 });
  });

  it('fills the profile fields that the file maps, at the first sign-in and when the entry changes', async () => {
    const fields = await organization.owner.api.post('/realm/profile_fields', {
      name: 'Job title',
      field_type: 1,
    });
    const titleOf = async (password: string) => {
      const { profile_data } = await accountOf('titled', password);
      return profile_data[fields.id]?.value;
    };
    expect(await titleOf('titled-secret')).toBe('Engineer');
    const { attributes } = directory.entries.find(({ dn }) => dn.startsWith('uid=titled'))!;
    attributes.title = ['Director'];
    expect(await titleOf('titled-secret')).toBe('Director');
  });

  it('keeps the account of an entry that gets another address', async () => {
    const before = await accountOf('moved', 'moved-secret');
    directory.entries.find(({ dn }) => dn.startsWith('uid=moved'))!.attributes.mail = [
      'elsewhere@test.example',
    ];
    expect((await accountOf('moved', 'moved-secret')).user_id).toBe(before.user_id);
  });

  it('gives the account of an import to the person of its address, with role and messages', async () => {
    await importRecords(network, guestWith('directory', 'moved.in@test.example'));
    const { members } = await organization.owner.api.get('/users');
    const stub = members.find((each: { full_name: string }) => each.full_name === 'Guest directory');
    expect(stub).toMatchObject({ is_imported_stub: true, role: 600 });
    const account = await accountOf('moved-in', 'moved-in-secret');
    expect(account).toMatchObject({ user_id: stub.user_id, role: 600 });
    const { user } = await organization.owner.api.get(`/users/${stub.user_id}`);
    expect(user.is_imported_stub).toBe(false);
    const { api_key: apiKey, email } = await fetchKey('moved-in', 'moved-in-secret');
    const range = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
    const { messages } = await network.client({ email, apiKey }).get('/messages', range);
    expect(messages.map(({ content }: { content: string }) => content)).toContain('written before');
  });

  it('accepts the directory password and the Parley password of a person who has both', async () => {
    const { local } = await organization.add('local');
    expect((await accountOf(local.email, testPassword)).user_id).toBe(local.userId);
    expect((await accountOf(local.email, 'local-secret')).user_id).toBe(local.userId);
    await expect(fetchKey(local.email, 'neither')).rejects.toMatchObject(wrong);
  });
});

describe('attacks on a sign-in with a directory', () => {
  it('fail with an empty password, which directories accept for any account', async () => {
    const { status } = await network
      .client()
      .raw('POST', '/fetch_api_key', { username: 'anna', password: '' });
    expect(status).toBeGreaterThanOrEqual(400);
    await expect(fetchKey('anna', '')).rejects.toThrow();
  });

  it('fail with syntax of filters in the login', async () => {
    for (const login of ['*', 'ann*', 'anna)(uid=*', '*)(|(uid=anna', 'anna\\2a', ')(', 'x)(|(mail=*)']) {
      await expect(fetchKey(login, 'anna-secret')).rejects.toMatchObject({ status: 401 });
    }
  });

  it('fail with a login that two entries have', async () => {
    await expect(fetchKey('twins@test.example', 'twin-secret')).rejects.toMatchObject(wrong);
  });

  it('are limited like guesses of other passwords, and successes are not counted', async () => {
    for (let n = 0; n < 8; n++) await accountOf('limited', 'limited-secret');
    for (let n = 0; n < 5; n++) await expect(fetchKey('limited', `guess ${n}`)).rejects.toMatchObject(wrong);
    await expect(fetchKey('limited', 'limited-secret')).rejects.toMatchObject({
      body: { code: 'RATE_LIMIT_HIT' },
    });
  });

  it('send no password to a directory whose certificate is not valid', async () => {
    const impostor = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const fake = await LdapStandIn.start(directory.entries, {
      key: impostor.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      cert: pemOf(selfSigned(impostor, 'localhost')),
    });
    const { port } = directory;
    try {
      directory.port = fake.port;
      await restart({ password: true });
      await expect(fetchKey('anna', 'anna-secret')).rejects.toMatchObject({ status: 503 });
      expect(fake.binds).toEqual([]);
    } finally {
      directory.port = port;
      fake.stop();
      await restart({ password: true });
    }
  });

  it('are limited while the directory does not answer, but a few attempts do not lock the account', async () => {
    const { guessed } = await organization.add('guessed');
    directory.closesConnections = true;
    try {
      for (let n = 0; n < 10; n++) {
        await expect(fetchKey('boss', 'boss-secret')).rejects.toMatchObject({ status: 503 });
      }
      // These attempts count as guesses, because this server also stores a password for the person.
      for (let n = 0; n < 20; n++) {
        await expect(fetchKey(guessed.email, `guess ${n}`)).rejects.toMatchObject({ status: 503 });
      }
    } finally {
      directory.closesConnections = false;
    }
    expect(await accountOf('boss', 'boss-secret')).toMatchObject({ role: 200 });
    await expect(fetchKey(guessed.email, testPassword)).rejects.toMatchObject({
      body: { code: 'RATE_LIMIT_HIT' },
    });
  });
});

it('leaves the directory as the only password when the file switches others off', async () => {
  const { downgraded } = await organization.add('downgraded');
  await restart({ password: false });
  const settings = await network.client().get('/server_settings');
  expect(settings.authentication_methods).toMatchObject({ password: true, ldap: true, email: false });
  expect(await accountOf('anna', 'anna-secret')).toMatchObject({ delivery_email: 'anna@test.example' });
  await expect(fetchKey(downgraded.email, testPassword)).rejects.toMatchObject(wrong);
  // If only the directory knows passwords, attempts that it does not answer do not count as guesses.
  directory.closesConnections = true;
  for (let n = 0; n < 25; n++) {
    await expect(fetchKey('boss', 'boss-secret')).rejects.toMatchObject({ status: 503 });
  }
  directory.closesConnections = false;
  expect(await accountOf('boss', 'boss-secret')).toMatchObject({ role: 200 });
  // Nested groups count only if the sign-in file enables them.
  expect(await accountOf('nested', 'nested-secret')).toMatchObject({ role: 400 });
  await restart({ password: false }, { nestedGroups: true });
  expect(await accountOf('nested', 'nested-secret')).toMatchObject({ role: 200 });
  await expect(
    downgraded.api.patch('/settings', { old_password: 'x', new_password: 'another-password' }),
  ).rejects.toMatchObject({ body: { code: 'PASSWORD_AUTH_DISABLED' } });
});

describe('a synchronization with the directory', () => {
  const added = Array.from({ length: 12 }, (_, n) => person(`synced${n}`));
  const sync = (request: { dryRun?: boolean; allowDeactivations?: boolean } = {}) =>
    network.asOperator(async (userAdmin, call) => {
      const reports: SyncDirectoryResponse[] = [];
      const whole = { dryRun: false, allowDeactivations: false, ...request };
      for await (const report of userAdmin.syncDirectory(whole, call)) reports.push(report);
      return reports.at(-1)!;
    });
  const find = async (uid: string) => {
    const { members } = await organization.owner.api.get('/users');
    return members.find((each: { delivery_email: string }) => each.delivery_email === `${uid}@test.example`);
  };
  const remove = (gone: readonly LdapEntry[]) => {
    for (const entry of gone) directory.entries.splice(directory.entries.indexOf(entry), 1);
  };

  beforeAll(() => restart({ password: true }));
  afterAll(() => remove(added.filter((each) => directory.entries.includes(each))));

  it('plans, creates, links, renames, and reports entries that it cannot use', async () => {
    const { linkable } = await organization.add('linkable');
    directory.entries.push(...added, person('linkable'), person('nameless', ''));
    const plan = await sync({ dryRun: true });
    expect(plan).toMatchObject({ done: 0, linked: 1, deactivated: 0 });
    expect(plan.created).toBeGreaterThanOrEqual(added.length);
    expect(await find('synced0')).toBeUndefined();
    const done = await sync();
    expect(done).toMatchObject({ created: plan.created, linked: 1, done: done.total });
    // The directory contains two entries with the same address, and one without an address.
    expect(done.problems.join()).toContain('no address');
    expect(await find('synced0')).toMatchObject({ full_name: 'Name of synced0', is_active: true });
    expect((await accountOf('linkable', 'linkable-secret')).user_id).toBe(linkable.userId);
    const { user_id } = await find('synced1');
    added[1]!.attributes.cn = ['Married Name'];
    expect(await sync()).toMatchObject({ created: 0, linked: 0, changed: 1 });
    expect(await find('synced1')).toMatchObject({ user_id, full_name: 'Married Name' });
    const { entries } = await organization.owner.api.get('/realm/audit_log', { user_id, limit: 1 });
    expect(entries[0]).toMatchObject({
      action: 'user.changed',
      details: { method: 'ldap', from: { fullName: 'Name of synced1' }, to: { fullName: 'Married Name' } },
    });
    expect((await accountOf('synced1', 'synced1-secret')).user_id).toBe(user_id);
  });

  it('deactivates people who left, and reactivates them when they return', async () => {
    const [left] = added;
    remove([left!]);
    expect(await sync()).toMatchObject({ deactivated: 1 });
    expect((await find('synced0')).is_active).toBe(false);
    directory.entries.push(left!);
    expect(await sync()).toMatchObject({ reactivated: 1 });
    expect((await find('synced0')).is_active).toBe(true);
    const { user_id } = await find('synced0');
    await organization.owner.api.delete(`/users/${user_id}`);
    expect(await sync()).toMatchObject({ reactivated: 0 });
    expect((await find('synced0')).is_active).toBe(false);
  });

  it('stops before it would deactivate more people than the limit permits', async () => {
    const leaving = added.slice(2, 7);
    remove(leaving);
    await expect(sync()).rejects.toThrow('5 people would be deactivated');
    expect((await find('synced2')).is_active).toBe(true);
    expect(await sync({ dryRun: true })).toMatchObject({ deactivated: 5, deactivationLimit: 3 });
    expect(await sync({ allowDeactivations: true })).toMatchObject({ deactivated: 5 });
    expect((await find('synced2')).is_active).toBe(false);
  });
});
