import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../src/index.ts';

// Tests migrations that build and drop indexes concurrently with writes. An open transaction that has written to the table makes
// a build wait, so a test decides how long the build takes.

let database: TestDatabase;
let admin: pg.Client;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-indexes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await admin.query('drop schema if exists indexing cascade');
  await admin.query(`delete from migration.applied where schema = 'indexing'`).catch(() => undefined);
  await write('0001-things.sql', 'create table things (thing_id bigint primary key, name text)');
  await run();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const marked = (statement: string) => `-- parley: without transaction\n-- Why.\n${statement}\n`;
const building = 'create index concurrently if not exists things_by_name on things (name);';

/** Runs the migrations. Returns the names of those that ran. */
async function run(onWait = () => {}): Promise<string[]> {
  const seen: string[] = [];
  await migrate({
    adminUrl: database.adminUrl,
    services: [
      { schema: 'indexing', role: 'parley_test_indexing', password: 'indexing', migrations: folder },
    ],
    onMigration: (schema, name) => {
      if (schema === 'indexing') seen.push(name);
    },
    onWait,
  });
  return seen;
}

async function indexes(): Promise<{ name: string; valid: boolean; owner: string; oid: number }[]> {
  const { rows } = await admin.query(`
    select c.relname as name, i.indisvalid as valid, pg_get_userbyid(c.relowner) as owner, c.oid::int as oid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'indexing.things'::regclass and not i.indisprimary order by 1`);
  return rows;
}

async function recorded(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select name from migration.applied where schema = 'indexing' order by number`,
  );
  return rows.map(({ name }) => name);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 180_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not in time: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns the PostgreSQL backends that are building an index. */
const indexBuilders = async () =>
  (
    await admin.query<{ pid: number }>(
      'select pid from pg_stat_progress_create_index where datname = current_database()',
    )
  ).rows;

/** Opens a transaction that has written to the table. Building an index must wait for it. */
async function writer(): Promise<pg.Client> {
  const client = await connect();
  await client.query('begin');
  await client.query(`insert into indexing.things values (1, 'one')`);
  return client;
}

describe('a migration without a transaction', () => {
  it('builds an index concurrently with writes, as the role that owns the table, once', async () => {
    await write('0002-by-name.sql', marked(building));
    const held = await writer();
    const done = run();
    await until(async () => (await indexBuilders()).length > 0);
    await admin.query(`insert into indexing.things values (2, 'two')`);
    expect(await recorded()).toEqual(['0001-things.sql']);
    await held.query('commit');
    await held.end();
    expect(await done).toEqual(['0002-by-name.sql']);
    expect(await indexes()).toMatchObject([
      { name: 'things_by_name', valid: true, owner: 'parley_test_indexing' },
    ]);
    expect(await run()).toEqual([]);
    expect(await recorded()).toEqual(['0001-things.sql', '0002-by-name.sql']);
  });

  it('is repeated after an interruption that left an invalid index', async () => {
    await write('0002-by-name.sql', marked(building));
    const held = await writer();
    const broken = expect(run()).rejects.toThrow(/0002-by-name.sql failed/);
    // The build is in progress before its first transaction commits the index.
    await until(
      async () => (await indexes()).some(({ valid }) => !valid) && (await indexBuilders()).length > 0,
    );
    for (const { pid } of await indexBuilders()) await admin.query('select pg_terminate_backend($1)', [pid]);
    await broken;
    const [left] = await indexes();
    expect(left).toMatchObject({ name: 'things_by_name', valid: false });
    expect(await recorded()).toEqual(['0001-things.sql']);
    await held.query('commit');
    await held.end();
    expect(await run()).toEqual(['0002-by-name.sql']);
    const [built] = await indexes();
    expect(built).toMatchObject({ name: 'things_by_name', valid: true });
    expect(built!.oid).not.toBe(left!.oid);
  });

  it('is not repeated when only its record is missing', async () => {
    await write('0002-by-name.sql', marked(building));
    await run();
    const before = await indexes();
    await admin.query(`delete from migration.applied where schema = 'indexing' and number = 2`);
    expect(await run()).toEqual(['0002-by-name.sql']);
    expect(await indexes()).toEqual(before);
  });

  it('fails when the data violates the index, and succeeds once the data is fixed', async () => {
    await write('0002-unique.sql', marked(building.replace('create index', 'create unique index')));
    await admin.query(`insert into indexing.things values (1, 'same'), (2, 'same')`);
    await expect(run()).rejects.toThrow(/0002-unique.sql failed: could not create unique index/);
    await expect(run()).rejects.toThrow(/0002-unique.sql failed: could not create unique index/);
    await admin.query('delete from indexing.things where thing_id = 2');
    expect(await run()).toEqual(['0002-unique.sql']);
    expect(await indexes()).toMatchObject([{ name: 'things_by_name', valid: true }]);
  });

  it('runs once for concurrent migrations, and those that wait do not block it', async () => {
    await write('0002-by-name.sql', marked(building));
    await write('0003-more.sql', 'alter table things add column more text');
    const held = await writer();
    let waits = 0;
    const runs = Array.from({ length: 3 }, () => run(() => void waits++));
    await until(async () => waits === 2 && (await indexBuilders()).length > 0);
    await held.query('commit');
    await held.end();
    expect((await Promise.all(runs)).flat()).toEqual(['0002-by-name.sql', '0003-more.sql']);
  });

  it('removes an index without blocking writes', async () => {
    await write('0002-by-name.sql', marked(building));
    await write('0003-gone.sql', marked('drop index concurrently if exists things_by_name;'));
    expect(await run()).toEqual(['0002-by-name.sql', '0003-gone.sql']);
    expect(await indexes()).toEqual([]);
  });

  it.each([
    ['two statements', `${building}\n${building}`],
    ['a statement that is not idempotent', 'create index concurrently things_by_name on things (name)'],
    ['anything but an index', `insert into things values (1, 'one')`],
    ['an index that locks the table', 'create index if not exists things_by_name on things (name)'],
  ])('refuses %s, before anything is done', async (_what, text) => {
    await write('0002-first.sql', 'alter table things add column first text');
    await write('0003-refused.sql', marked(text));
    await expect(run()).rejects.toThrow(/0003-refused.sql .*one `create index concurrently if not exists`/);
    expect(await recorded()).toEqual(['0001-things.sql']);
  });
});
