import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Query, sql } from '@parley/db';
import { roles } from '@parley/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as, countWaitingForLock, type Env, operator, startEnv } from './support.ts';

// Tests people whom a provisioning client creates concurrently, through two replicas.

const token = 'a-token-of-the-identity-provider';
const tokenSha256 = createHash('sha256').update(token).digest();
const folder = mkdtempSync(join(tmpdir(), 'parley-scim-creations-'));
let env: Env;

beforeAll(async () => {
  const file = join(folder, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ scim: { token, maxDeactivatedShare: 0 } }));
  env = await startEnv({ hasEvents: true, more: { PARLEY_SIGN_IN_FILE: file } });
  await env.events();
});

afterAll(async () => {
  await env?.stop();
  rmSync(folder, { recursive: true });
});

type Answer = { status: number; etag: string; body: { id: string; displayName: string; detail?: string } };

async function scim(method: string, path: string, body?: object, at = 0): Promise<Answer> {
  const request = { method, path, query: '', tokenSha256, ifMatch: '', ifNoneMatch: '' };
  const answer = await (at % 2 === 0 ? env.client : env.other).handleScim(
    { ...request, body: body ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0) },
    { ...operator(), remoteAddress: `10.0.0.${at % 200}` },
  );
  return { status: answer.status, etag: answer.etag, body: JSON.parse(answer.body.toString() || '{}') };
}

const create = (name: string, at: number, more: object = {}) =>
  scim(
    'POST',
    'Users',
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `${name}@test.example`,
      name: { givenName: 'Given', familyName: name },
      emails: [{ value: `${name}@test.example`, type: 'work', primary: true }],
      ...more,
    },
    at,
  );

const idOf = ({ body }: Answer) => Number(body.id);

it('people share transactions, and each has an audit entry, events and a version', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => create(`crowd-${at}`, at)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const ids = answers.map(idOf);
  expect(new Set(ids).size).toBe(60);
  const { transactions } = await env.db.one<{ transactions: number }>(sql`
    select count(distinct xmin::text)::int8 as transactions from user_admin.users where user_id = any(${ids}::int8[])`);
  expect(transactions).toBeLessThan(30);
  const entries = await env.db.many<{ userId: number; address: string }>(sql`
    select user_id as "userId", address from user_admin.audit_entries where action = 'user.created' and user_id = any(${ids}::int8[])`);
  expect(entries).toHaveLength(60);
  for (const { userId, address } of entries) expect(address).toBe(`10.0.0.${ids.indexOf(userId)}`);
  const events = await env.events();
  const created = events.flatMap(({ fact }) =>
    fact?.value?.$case === 'userChanged' ? (fact.value.userChanged.user?.userId ?? []) : [],
  );
  expect(created.toSorted((one, other) => one - other)).toEqual(ids.toSorted((one, other) => one - other));
  for (const [at, answer] of answers.entries()) {
    const read = await scim('GET', `Users/${answer.body.id}`, undefined, at);
    expect(read.body).toEqual(answer.body);
    expect(read.etag).toBe(answer.etag);
  }
});

it('people are created once when they are requested twice, and a refused person does not affect the others', async () => {
  const twice = Array.from({ length: 40 }, (_, at) => create(`twice-${at >> 1}`, at));
  const unusable = create('unusable', 0, { emails: [{ value: 'no address' }] });
  const inactive = create('inactive', 1, { active: false });
  const answers = await Promise.all(twice);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
  expect((await unusable).status).toBe(400);
  expect(await inactive).toMatchObject({ status: 201, body: { active: false } });
});

it('people are created once when two replicas get their requests in opposite orders', async () => {
  for (let round = 0; round < 10; round++) {
    const names = Array.from({ length: 60 }, (_, at) => `opposite-${round}-${at}`);
    const creating = [
      ...names.map((name) => create(name, 0)),
      ...names.toReversed().map((name) => create(name, 1)),
    ];
    const answers = await Promise.all(creating);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(60);
  }
});

describe('a person whom the client deleted and creates again', () => {
  const forgetDeactivations = () => env.db.execute(sql`delete from user_admin.provisioned_deactivations`);
  beforeEach(forgetDeactivations);

  /** Creates a person and deletes them for the client. An administrator then reactivates them. Returns the person's ID. */
  async function deletedAndReactivated(name: string): Promise<number> {
    const userId = idOf(await create(name, 0));
    expect((await scim('DELETE', `Users/${userId}`)).status).toBe(204);
    await env.client.reactivateUser({ userId }, as(env.ownerId));
    return userId;
  }

  /**
   * Sends requests while another transaction holds a lock. Each request begins when all earlier ones wait or are answered.
   * Returns their outcomes.
   */
  async function sendDuring(
    lock: Query,
    ...requests: readonly (() => Promise<unknown>)[]
  ): Promise<PromiseSettledResult<unknown>[]> {
    const outcomes: Promise<PromiseSettledResult<unknown>>[] = [];
    let answered = 0;
    await env.db.tx(async (tx) => {
      await tx.execute(lock);
      for (const request of requests) {
        outcomes.push(Promise.allSettled([request()]).then(([outcome]) => outcome!));
        void outcomes.at(-1)!.then(() => answered++);
        await expect.poll(async () => answered + (await countWaitingForLock(env.db))).toBe(outcomes.length);
      }
    });
    return Promise.all(outcomes);
  }

  // While another transaction holds this lock, requests can check a deactivation, but cannot store it.
  const noDeactivations = sql`lock table user_admin.provisioned_deactivations in exclusive mode`;
  const deactivated = { active: false };

  it('is not deactivated as the last owner while the other owner leaves', async () => {
    const userId = await deletedAndReactivated('heir');
    const user = { user: { $case: 'userId' as const, userId } };
    const change = { fullName: undefined, newEmail: undefined, profileData: [] };
    await env.client.updateUser({ user, role: roles.owner, ...change }, as(env.ownerId));
    const [created, left] = await sendDuring(
      noDeactivations,
      () => create('heir', 0, deactivated),
      () =>
        env.other.deactivateUser(
          { user: undefined, comment: '', mustBeBot: false, actions: undefined },
          as(env.ownerId),
        ),
    );
    expect(created).toMatchObject({ value: { status: 201, body: { id: String(userId), active: false } } });
    expect(left).toMatchObject({ reason: { code: 'CANNOT_DEACTIVATE_LAST_USER' } });
  });

  it('counts towards the limit of deactivations while another person is deactivated', async () => {
    await deletedAndReactivated('again');
    const other = idOf(await create('other', 0));
    const gone = [idOf(await create('gone-1', 0)), idOf(await create('gone-2', 0))];
    await forgetDeactivations();
    for (const userId of gone) expect((await scim('DELETE', `Users/${userId}`)).status).toBe(204);
    // The limit is three people, so only one more person may be deactivated.
    const outcomes = await sendDuring(
      noDeactivations,
      () => create('again', 0, deactivated),
      () => scim('DELETE', `Users/${other}`, undefined, 1),
    );
    expect(outcomes).toMatchObject([{ value: { status: 201 } }, { value: { status: 403 } }]);
  });

  it('is created once when two replicas get the request', async () => {
    const userId = await deletedAndReactivated('both');
    const outcomes = await sendDuring(
      sql`select 1 from user_admin.users where user_id = ${userId} for update`,
      () => create('both', 0),
      () => create('both', 1),
    );
    expect(outcomes).toMatchObject([{ value: { status: 201 } }, { value: { status: 409 } }]);
  });
});

it('people with the same name get different names where names must be unique', async () => {
  const settings = { require_unique_names: true };
  await env.db.execute(sql`
    update user_admin.organization set settings = settings || ${JSON.stringify(settings)}::jsonb`);
  const same = { name: { givenName: 'Same', familyName: 'Name' } };
  const answers = await Promise.all([0, 1, 2, 3].map((at) => create(`same-${at}`, at, same)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.displayName)).size).toBe(4);
});
