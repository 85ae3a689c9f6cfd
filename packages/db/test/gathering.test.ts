import { silentLogger } from '@parley/core';
import { createTestDatabase, type TestDatabase, uniqueName } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db, type Queryable, sql } from '../src/index.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({
    url: database.adminUrl,
    poolSize: 4,
    logger: silentLogger,
    registry: new Registry(),
    applicationName: 'gathering-test',
  });
  await db.execute(
    sql`create table things (thing_id bigint primary key generated always as identity, name text unique)`,
  );
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

describe('small statements of a snapshot', () => {
  const queries = [
    sql`select name, thing_id as id from things where name like 'small %' order by name desc`,
    sql`select null::text as none, true as yes, 1.5::float8 as part, ${Number.MAX_SAFE_INTEGER}::int8 as most`,
    sql`select array[1, 2]::int8[] as ids, '{}'::text[] as names, '{"a": [1, null]}'::jsonb as json`,
    sql`select 1 as one where false`,
    sql`select 2 as two`,
  ];

  it.each([undefined, { inOneTurn: true }])(
    'give the rows that they give alone, in their order (%j)',
    async (options) => {
      await db.execute(
        sql`insert into things (name) values ('small a'), ('small "ü\\'), ('small b') on conflict do nothing`,
      );
      const { value } = await db.snapshot(
        (tx) => Promise.all(queries.map((query) => tx.small.many(query))),
        options,
      );
      expect(value).toEqual(await Promise.all(queries.map((query) => db.many(query))));
      expect(value[0]).toHaveLength(3);
    },
  );

  it('are of the snapshot, whenever they start', async () => {
    const name = uniqueName('thing');
    const count = (tx: Queryable) =>
      tx.one<{ count: number }>(sql`select count(*)::int8 as count from things where name = ${name}`);
    const { value } = await db.snapshot(async (tx) => {
      const first = await Promise.all([count(tx.small), count(tx), tx.small.many(sql`select 1 as one`)]);
      await db.execute(sql`insert into things (name) values (${name})`);
      const [second] = await Promise.all([count(tx.small), tx.small.maybeOne(sql`select 1 where false`)]);
      return [...first.slice(0, 2), second];
    });
    expect(value).toEqual([{ count: 0 }, { count: 0 }, { count: 0 }]);
  });

  it('fail together, and leave the connection usable', async () => {
    const failing = db.snapshot((tx) =>
      Promise.allSettled([tx.small.one(sql`select 1 / 0 as none`), tx.small.one(sql`select 1 as one`)]),
    );
    expect((await failing).value.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 });
  });

  it('are sent one by one beyond a number of combinations, because each stays prepared', async () => {
    const alone = await Promise.all(queries.map((query) => db.many(query)));
    const prepared = sql`select count(*)::int8 as count from pg_prepared_statements where statement ~ '^\\s*select json_build_array'`;
    let most = 0;
    for (let choice = 1; choice < 2 ** queries.length; choice++) {
      const isChosen = (_: unknown, at: number) => (choice & (1 << at)) !== 0;
      const { value } = await db.snapshot(async (tx) => {
        const read = await Promise.all(queries.filter(isChosen).map((query) => tx.small.many(query)));
        most = Math.max(most, (await tx.one<{ count: number }>(prepared)).count);
        return read;
      });
      expect(value).toEqual(alone.filter(isChosen));
    }
    expect(most).toBeGreaterThan(3);
    expect(most).toBeLessThanOrEqual(16);
  });
});
