import { sql } from '@parley/db';
import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
