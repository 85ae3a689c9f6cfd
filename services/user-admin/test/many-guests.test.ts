import { type Query, sql } from '@parley/db';
import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteImportedPerson } from '../src/accounts/db/imports.ts';
import { reconcileGuests } from '../src/guests/reconcile-contacts.ts';
import type { Ctx } from '../src/kernel/context.ts';
import { createDbScope, type DbScope } from '../src/kernel/scope.ts';
import { type Env, startEnv } from './support.ts';

let env: Env;
let guestIds: number[];

beforeAll(async () => {
  env = await startEnv();
  guestIds = [];
  for (let n = 0; n < 45; n++) guestIds.push(await env.account(`guest${n}`));
  await env.db.execute(sql`update user_admin.users set role = 600 where user_id = any(${guestIds}::int8[])`);
});
afterAll(() => env?.stop());

const compared = async () =>
  (await env.serviceDb.many(sql`select guest_id from watched_guests where is_limited is not null`)).length;

it('guests are compared in parts with separate deadlines, and a part that fails does not undo earlier parts', async () => {
  let calls = 0;
  let failing = 3;
  const rpc = {
    channel: {
      findSharers: async ({ viewerIds }: { viewerIds: number[] }) => {
        if (++calls === failing) throw new Error('channel is down');
        return { sharers: viewerIds.map((viewerId) => ({ viewerId, userIds: [env.ownerId] })) };
      },
    },
    messaging: { findCorrespondents: async () => ({ correspondents: [] }) },
  } as never;
  const scopes: DbScope[] = [];
  const signInMethods = { password: true, ldap: false, providers: [] };
  const kernel = {
    db: env.serviceDb,
    config: {
      publicUrl: 'http://chat.test',
      host: 'chat.test',
      isDevelopment: true,
      signInMethods,
      ownerFullContentAccess: false,
      webPushPublicKey: '',
    },
    writeGuard: { check: () => undefined },
  } as unknown as Ctx;
  const openScope = () => {
    const scope = createDbScope(kernel, testCall());
    scopes.push(scope);
    return scope;
  };
  await expect(reconcileGuests({ rpc }, openScope, guestIds)).rejects.toThrow('channel is down');
  expect([calls, await compared()]).toEqual([3, 40]);
  failing = 0;
  await reconcileGuests({ rpc }, openScope, guestIds);
  expect(await compared()).toBe(45);
  // In each of the two calls, one scope is for listing the guests, and three are for parts of at most 20 guests.
  expect(new Set(scopes.map(({ call }) => call.requestId)).size).toBe(8);
});

it('an account that an import has brought can be deleted, whatever names it', async () => {
  const { db, ownerId } = env;
  const [gone = 0, guest = 0] = guestIds;
  const naming: Readonly<Record<string, Query>> = {
    'emoji.author_id': sql`insert into user_admin.emoji (name, path, author_id) values ('e', '/e', ${gone}::int8)`,
    'groups.creator_id': sql`insert into user_admin.groups (name, name_key, creator_id) values ('g', 'g', ${gone}::int8)`,
    'invitations.invited_by': sql`
      insert into user_admin.invitations (token_sha256, role, invited_by) values ('\\x00', 400, ${gone}::int8)`,
    'sights.guest_id': sql`insert into user_admin.sights values (${gone}::int8, ${ownerId}::int8) on conflict do nothing`,
    'sights.user_id': sql`insert into user_admin.sights values (${guest}::int8, ${gone}::int8) on conflict do nothing`,
    'users.bot_owner_id': sql`
      update user_admin.users set bot_type = 1, bot_owner_id = ${gone}::int8 where user_id = ${guest}::int8`,
    'watched_guests.guest_id': sql`
      insert into user_admin.watched_guests values (${gone}::int8, true) on conflict do nothing`,
  };
  const keys = await db.many<{ name: string }>(sql`
    select c.relname || '.' || a.attname as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confdeltype <> 'c' and k.confrelid = 'user_admin.users'::regclass order by 1`);
  expect(keys.map(({ name }) => name)).toEqual(Object.keys(naming));
  for (const statement of Object.values(naming)) await db.execute(statement);
  await env.serviceDb.tx((tx) => deleteImportedPerson(tx, gone));
  const left = await db.many(sql`select from user_admin.users where user_id = ${gone}::int8`);
  expect(left).toEqual([]);
});
