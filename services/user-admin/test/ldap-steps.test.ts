import { createSealer, silentLogger } from '@parley/core';
import { createWriteGuard, sql } from '@parley/db';
import { testCall } from '@parley/rpc/testing';
import { eventually } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockRoles } from '../src/kernel/db/people.ts';
import { createDbScope } from '../src/kernel/scope.ts';
import { applySyncSteps } from '../src/ldap/apply-sync.ts';
import type { Ctx } from '../src/ldap/context.ts';
import type { SyncStep } from '../src/ldap/domain/plan-sync.ts';
import { type Env, isWaitingForLock, startEnv } from './support.ts';

let env: Env;
let ctx: Ctx;

beforeAll(async () => {
  env = await startEnv();
  const config = { host: 'chat.test', signInMethods: { password: true, ldap: false, providers: [] } };
  const writeGuard = createWriteGuard(env.serviceDb, silentLogger);
  const sealer = createSealer(
    { current: 'a key of 32 or more characters for tests', alsoAccepted: undefined },
    'test',
  );
  ctx = { config, db: env.serviceDb, logger: silentLogger, writeGuard, sealer } as unknown as Ctx;
});
afterAll(() => env?.stop());

const apply = (steps: readonly SyncStep[]) => applySyncSteps(ctx, createDbScope(ctx, testCall()), steps);
const creating = (name: string, fullName = name): SyncStep => ({
  kind: 'create',
  entry: { subject: `uid=${name}`, email: `${name}@test.example`, fullName },
});
/**
 * Returns the people who are linked to directory entries whose IDs begin with `uid=` and `prefix`. For each person, returns the
 * transaction that wrote the account and the number of audit log entries about its creation.
 */
const linked = (prefix: string) =>
  env.db.many<{ fullName: string; transaction: string; entries: number }>(sql`
    select u.full_name as "fullName", u.xmin::text as transaction,
           (select count(*)::int8 from user_admin.audit_entries a
             where a.user_id = u.user_id and a.action = 'user.created' and a.details ->> 'method' = 'ldap') as entries
      from user_admin.users u join user_admin.external_identities i using (user_id)
     where i.method = 'ldap' and i.subject like ${`uid=${prefix}%`} order by u.user_id`);

it('people of the directory are created together, each with a link and an entry', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `person-${n}`);
  expect(await apply(names.map((name) => creating(name)))).toEqual([]);
  const people = await linked('person-');
  expect(people.map(({ fullName }) => fullName)).toEqual(names);
  expect(new Set(people.map(({ transaction }) => transaction)).size).toBe(1);
  expect(people.every(({ entries }) => entries === 1)).toBe(true);
});

it('a person who cannot have an account does not prevent the accounts of others', async () => {
  const taken = {
    ...creating('person-3'),
    entry: { subject: 'uid=other', email: 'person-3@test.example', fullName: 'X' },
  };
  const problems = await apply([creating('next-1'), taken as SyncStep, creating('next-2')]);
  expect(problems).toEqual(['person-3@test.example: Email is already in use.']);
  expect((await linked('next-')).map(({ fullName }) => fullName)).toEqual(['next-1', 'next-2']);
});

it('a change of one account and the deactivation of another lock the roles before any account', async () => {
  const [changed, leaving] = [await env.account('stays'), await env.account('leaves')];
  const email = (name: string) => `${name}@demo.example`;
  const entry = { subject: 'uid=stays', email: email('stays'), fullName: 'Stays Here' };
  let applied: Promise<string[]> | undefined;
  await env.db.tx(async (tx) => {
    await lockRoles(tx);
    applied = apply([
      { kind: 'change', entry, userId: changed },
      { kind: 'deactivate', userId: leaving, email: email('leaves') },
    ]);
    await eventually(() => isWaitingForLock(env.db));
    // Fails if the synchronization holds the account while it waits for the roles.
    await tx.execute(sql`select from user_admin.users where user_id = ${changed} for update nowait`);
  });
  expect(await applied).toEqual([]);
});

describe('an account that a sign-in has linked since the synchronization was planned', () => {
  const linkAudits = (userId: number) =>
    env.db.many(sql`select 1 from user_admin.audit_entries
      where user_id = ${userId} and action = 'user.identity_linked'`);
  const linking = async (name: string, linkedSubject: string): Promise<SyncStep & { kind: 'link' }> => {
    const userId = await env.account(name);
    await env.db.execute(sql`
      insert into user_admin.external_identities (method, subject, user_id) values ('ldap', ${linkedSubject}, ${userId})`);
    const entry = {
      subject: `uid=${name}`,
      email: `${name}@demo.example`,
      fullName: 'Name in the directory',
    };
    return { kind: 'link', entry, userId };
  };
  const nameOf = async (userId: number) =>
    (
      await env.db.one<{ name: string }>(
        sql`select full_name as name from user_admin.users where user_id = ${userId}`,
      )
    ).name;

  it('gets the name of its entry, and no entry about a link in the audit log', async () => {
    const step = await linking('early', 'uid=early');
    expect(await apply([step])).toEqual([]);
    expect(await nameOf(step.userId)).toBe('Name in the directory');
    expect(await linkAudits(step.userId)).toEqual([]);
  });

  it('is not changed when it belongs to another entry', async () => {
    const step = await linking('lost', 'uid=quicker');
    expect(await apply([step])).toEqual(['lost@demo.example: Email is already in use.']);
    expect(await nameOf(step.userId)).toBe('lost');
    expect(await linkAudits(step.userId)).toEqual([]);
  });

  it('is not changed when its entry belongs to another account, and the other people are', async () => {
    const step = await linking('former', 'uid=former');
    const newerId = await env.account('newer');
    await env.db.execute(sql`
      update user_admin.external_identities set user_id = ${newerId} where user_id = ${step.userId}`);
    const other = await linking('present', 'uid=present');
    expect(await apply([step, other])).toEqual(['former@demo.example: Email is already in use.']);
    expect([await nameOf(step.userId), await nameOf(other.userId)]).toEqual([
      'former',
      'Name in the directory',
    ]);
  });

  it('is linked, with an entry in the audit log, when there was no sign-in', async () => {
    const step = await linking('late', 'uid=late');
    await env.db.execute(sql`delete from user_admin.external_identities where user_id = ${step.userId}`);
    expect(await apply([step])).toEqual([]);
    expect(await linkAudits(step.userId)).toHaveLength(1);
  });
});

it('people with the same name get different ones where names must be unique', async () => {
  await env.db.execute(sql`
    update user_admin.organization set settings = settings || '{"require_unique_names": true}'::jsonb`);
  expect(await apply([creating('same-1', 'Same'), creating('same-2', 'Same')])).toEqual([]);
  expect((await linked('same-')).map(({ fullName }) => fullName)).toEqual(['Same', 'Same (same-2)']);
});
