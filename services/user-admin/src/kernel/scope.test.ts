import { type Db, type Query, type Queryable, type SnapshotTx, sql, type Tx } from '@parley/db';
import { backgroundCall } from '@parley/rpc';
import { SYSTEM_GROUP_RULES } from '@parley/rules';
import { expect, it } from 'vitest';
import type { Ctx } from './context.ts';
import { createDbScope } from './scope.ts';

/** Returns a context whose database records the table of each statement, and answers with one person or the organization. */
function countingContext() {
  const statements: string[] = [];
  let isChecked = false;
  const answer = ({ text }: Query): object[] => {
    const [, table] = / from (users|organization)\b/.exec(text) ?? [];
    statements.push(table!);
    if (table === 'users') return [{ user_id: 7, role: 400, is_active: true, bot_type: null }];
    const system_groups = SYSTEM_GROUP_RULES.map((rule, index) => ({ group_id: index + 1, rule }));
    return [
      {
        settings: {},
        user_settings_defaults: {},
        organization_uuid: '',
        created_at: 0,
        system_groups,
      },
    ];
  };
  const queryable = {
    many: async (query: Query) => answer(query),
    maybeOne: async (query: Query) => answer(query)[0],
  };
  const tx = { ...queryable, isTransaction: true } as unknown as Tx;
  const db = {
    ...queryable,
    tx: <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    snapshot: async <T>(read: (tx: SnapshotTx) => Promise<T>) => ({
      value: await read({ ...tx, small: tx }),
      snapshot: {},
    }),
  } as unknown as Db;
  const writeGuard = {
    check: () => {
      isChecked = true;
    },
  };
  const config = {
    publicUrl: 'http://chat.test',
    host: 'chat.test',
    isDevelopment: false,
    signInMethods: { password: true, ldap: false, providers: [] },
    ownerFullContentAccess: false,
    webPushPublicKey: '',
    reachesPhones: false,
  };
  const ctx = { config, db, writeGuard } as unknown as Ctx;
  return { ctx, statements, isChecked: () => isChecked };
}

const call = () => backgroundCall({ principal: { userId: 7 } });

it('a request reads the caller and the organization once', async () => {
  const { ctx, statements } = countingContext();
  const scope = createDbScope(ctx, call());
  await Promise.all([scope.caller(), scope.settings(), scope.organization()]);
  await scope.caller();
  expect((await scope.settings()).name).toBe((await scope.organization()).settings.name);
  expect(statements.toSorted()).toEqual(['organization', 'users']);
});

it('a transaction reads its own facts, and reads the organization again after a change', async () => {
  const { ctx, statements } = countingContext();
  const scope = createDbScope(ctx, call());
  await scope.organization();
  await scope.transaction(async (tx) => {
    await tx.settings();
    await tx.settings();
    tx.forgetOrganization();
    await tx.organization();
  });
  expect(statements.filter((table) => table === 'organization')).toHaveLength(3);
});

it('a snapshot reads what several fields need once', async () => {
  const { ctx, statements } = countingContext();
  const readPeople = (tx: Queryable) => tx.many(sql`select 1 from users`);
  await createDbScope(ctx, call()).snapshot(async (tx) => {
    const [first, second] = await Promise.all([tx.once(readPeople), tx.once(readPeople)]);
    expect(second).toBe(first);
    await tx.once((other) => other.many(sql`select 2 from users`));
    await tx.caller();
    await tx.caller();
  });
  expect(statements).toEqual(['users', 'users', 'users']);
});

it('writes are refused while the write-ahead log runs out of space, but other transactions are not', async () => {
  const { ctx, isChecked } = countingContext();
  const scope = createDbScope(ctx, call());
  await scope.transaction(async () => undefined);
  await scope.snapshot(async () => undefined);
  expect(isChecked()).toBe(false);
  await scope.write(async () => undefined);
  expect(isChecked()).toBe(true);
});

it('a call without a principal has no caller', async () => {
  const { ctx, statements } = countingContext();
  await expect(createDbScope(ctx, backgroundCall()).caller()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(statements).toEqual([]);
});
