import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@parley/core';
import { Event } from '@parley/proto/events/v1/event';
import {
  createTestDatabase,
  Link,
  startLoopClock,
  type TestDatabase,
  uniqueName,
  until,
} from '@parley/test-servers';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  and,
  createDb,
  type Db,
  emit,
  isUnavailable,
  MigrationError,
  maxEventBytes,
  migrate,
  pendingMigrations,
  plannedForValues,
  sql,
  type Tx,
  uniqueViolation,
} from '../src/index.ts';

let database: TestDatabase;
let db: Db;

const open = (url: string) =>
  createDb({
    url,
    poolSize: 4,
    logger: silentLogger,
    registry: new Registry(),
    applicationName: 'db-test',
  });

const serverPort = () => Number(new URL(database.adminUrl).port);

/** Returns the URL of the database through a link, which a test can interrupt. */
function urlThrough(link: Link): URL {
  const url = new URL(database.adminUrl);
  url.port = String(link.port);
  return url;
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = open(database.adminUrl);
  await db.execute(
    sql`create table things (thing_id bigint primary key generated always as identity, name text unique)`,
  );
  await db.execute(
    sql`select pg_create_logical_replication_slot('db_test_' || current_database(), 'pgoutput')`,
  );
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Reads the events that wait in the replication slot. Returns their number. */
async function emitted(): Promise<number> {
  const rows = await db.many<{ data: Buffer }>(sql`
    select data from pg_logical_slot_get_binary_changes('db_test_' || current_database(), null, null,
      'proto_version', '1', 'publication_names', 'none', 'messages', 'true')`);
  return rows.filter(({ data }) => data[0] === 'M'.charCodeAt(0)).length;
}

describe('statements', () => {
  it('turn every value into a parameter, and may be nested', () => {
    const query = sql`select ${1} where ${and([sql`a = ${'x'}`, sql`b = ${'y'}`])}`;
    expect(query.text).toBe('select $1 where (a = $2) and (b = $3)');
    expect(query.values).toEqual([1, 'x', 'y']);
  });

  it('use generic plans where the role sets this, except in a transaction that requests custom plans', async () => {
    const mode = sql`select current_setting('plan_cache_mode') as mode`;
    const keeping = open(database.urlOf('messaging'));
    try {
      expect(await db.one(mode)).toEqual({ mode: 'auto' });
      expect(await keeping.one(sql`select current_setting('statement_timeout') as timeout`)).toEqual({
        timeout: '30s',
      });
      expect(await keeping.one(mode)).toEqual({ mode: 'force_generic_plan' });
      const within = await keeping.tx(async (tx) => {
        await tx.execute(plannedForValues);
        return await tx.one(mode);
      });
      expect(within).toEqual({ mode: 'force_custom_plan' });
      expect(await keeping.one(mode)).toEqual({ mode: 'force_generic_plan' });
    } finally {
      await keeping.close();
    }
  });

  it('return int8 and int8[] as numbers', async () => {
    expect(await db.one(sql`select 9007199254740991::int8 as a, array[1, 2]::int8[] as b`)).toEqual({
      a: Number.MAX_SAFE_INTEGER,
      b: [1, 2],
    });
  });

  it('report which constraint a duplicate violates', async () => {
    await db.execute(sql`insert into things (name) values ('twice')`);
    const error = await db.execute(sql`insert into things (name) values ('twice')`).catch((e) => e);
    expect(uniqueViolation(error)).toBe('things_name_key');
  });
});

describe('events', () => {
  const event = Event.create({ kind: 'test.thing.created' });

  it('enter the log when their transaction commits, and not when it rolls back', async () => {
    await emitted();
    await db.tx((tx) => emit(tx, event));
    await db
      .tx(async (tx) => {
        await emit(tx, event);
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await emitted()).toBe(1);
  });

  it('are refused above the size limit, by the builder and by the database', async () => {
    const large = Event.create({ kind: 'x'.repeat(maxEventBytes) });
    await expect(db.tx((tx) => emit(tx, large))).rejects.toThrow('too large');
    await expect(db.execute(sql`select log.emit(${Buffer.alloc(maxEventBytes + 1)}, 0)`)).rejects.toThrow(
      'over the limit',
    );
  });
});

describe('snapshots', () => {
  it('contain exactly the committed transactions', async () => {
    const { value, snapshot } = await db.snapshot((tx) =>
      tx.one<{ xid: number }>(sql`select count(*) as xid from things`),
    );
    expect(value.xid).toBeGreaterThanOrEqual(0);
    const later = await db.tx((tx) =>
      tx.one<{ xid: number }>(sql`select pg_current_xact_id()::text::int8 as xid`),
    );
    expect(later.xid).toBeGreaterThanOrEqual(snapshot.xmax);
    expect(snapshot.lsn).toBeGreaterThan(0);
  });

  it('in one turn are of one time, too, and end with their turn', async () => {
    const name = uniqueName('thing');
    const count = (tx: Tx) =>
      tx.one<{ count: number }>(sql`select count(*)::int8 as count from things where name = ${name}`);
    const read = db.snapshot(
      (tx) =>
        Promise.all([
          count(tx),
          tx.one(sql`select pg_sleep(0.3) is null as done`),
          count(tx),
          tx.one<{ level: string }>(sql`select current_setting('transaction_isolation') as level`),
        ]),
      { inOneTurn: true },
    );
    await db.execute(sql`insert into things (name) values (${name})`);
    const [first, , second, { level }] = (await read).value;
    expect([second, level]).toEqual([first, 'repeatable read']);
    // The connection is outside of the transaction again.
    const isolation = sql`select current_setting('transaction_isolation') as level`;
    expect(await db.one(isolation)).toEqual({ level: 'read committed' });
  });

  it('in one turn reject later statements, and leave the connection usable', async () => {
    const late = db.snapshot(
      async (tx) => {
        await tx.one(sql`select 1 as one`);
        return tx.one(sql`select 2 as two`);
      },
      { inOneTurn: true },
    );
    await expect(late).rejects.toThrow('after the turn');
    const failing = db.snapshot((tx) => tx.one(sql`select 1 / 0 as none`), { inOneTurn: true });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 });
  });
});

describe('statements that start in one turn', () => {
  it.each([
    ['transaction', (work: (tx: Tx) => Promise<void>) => db.tx(work)],
    ['snapshot', (work: (tx: Tx) => Promise<void>) => db.snapshot(work)],
  ])('of a %s are one write, also after others', async (_kind, run) => {
    let writes = 0;
    await run(async (tx) => {
      const three = () => Promise.all([1, 2, 3].map((each) => tx.one(sql`select ${each}::int8 as number`)));
      await three();
      // What Node calls for each system call.
      const sockets = Socket.prototype as unknown as { _writeGeneric: () => void };
      const written = vi.spyOn(sockets, '_writeGeneric');
      expect(await three()).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
      writes = written.mock.calls.length;
      written.mockRestore();
    });
    expect(writes).toBe(1);
  });
});

describe('a lost connection', () => {
  it('causes a retry of a statement when the server reported its shutdown', async () => {
    const other = open(database.adminUrl);
    const waiting = sql`
      select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%on conflict do nothing'`;
    const waitingPid = async (except?: number) => {
      const rows = await db.many<{ pid: number }>(waiting);
      return rows.find(({ pid }) => pid !== except)?.pid ?? false;
    };
    try {
      const name = uniqueName('thing');
      const { inserting } = await db.tx(async (holder) => {
        await holder.execute(sql`insert into things (name) values (${name})`);
        const inserting = other.execute(
          sql`insert into things (name) values (${name}) on conflict do nothing`,
        );
        const pid = await until('the statement waits', () => waitingPid());
        await db.execute(sql`select pg_terminate_backend(${pid})`);
        await until('another connection waits', () => waitingPid(pid));
        return { inserting };
      });
      expect(await inserting).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('fails a statement that may have taken effect, and the pool recovers', async () => {
    await using link = await Link.to(serverPort());
    const other = open(urlThrough(link).href);
    try {
      await other.one(sql`select 1`);
      const failed = expect(other.one(sql`select pg_sleep(30)`)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
      link.lead(serverPort());
      await failed;
      expect(await other.one(sql`select 1 as ok`)).toEqual({ ok: 1 });
    } finally {
      await other.close();
    }
  });

  it('before the commit of a transaction causes one retry of the transaction', async () => {
    const other = open(database.adminUrl);
    try {
      const name = uniqueName('thing');
      let runs = 0;
      const inserted = await other.tx(async (tx) => {
        const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        const count = await tx.execute(sql`insert into things (name) values (${name})`);
        runs++;
        if (runs > 1) return count;
        await db.execute(sql`select pg_terminate_backend(${pid})`);
        // Waits until the connection has ended, while no query is running.
        await until('the connection is gone', async () => {
          const { gone } = await db.one<{ gone: boolean }>(
            sql`select not exists (select from pg_stat_activity where pid = ${pid}) as gone`,
          );
          return gone;
        });
        await new Promise((resolve) => setTimeout(resolve, 50));
        return tx.execute(sql`select 1`);
      });
      expect([runs, inserted]).toEqual([2, 1]);
      expect(await db.many(sql`select name from things where name = ${name}`)).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('before the commit causes no retry, and a transaction does not commit, when its check throws', async () => {
    const other = open(database.adminUrl);
    try {
      for (const isCut of [false, true]) {
        const name = uniqueName('thing');
        let runs = 0;
        let isRefused = false;
        const check = () => {
          if (isRefused) throw new Error('refused');
        };
        const changing = other.tx(
          async (tx) => {
            runs++;
            const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
            await tx.execute(sql`insert into things (name) values (${name})`);
            isRefused = true;
            if (!isCut) return;
            await db.execute(sql`select pg_terminate_backend(${pid})`);
            await tx.execute(sql`select pg_sleep(30)`);
          },
          { check },
        );
        await expect(changing).rejects.toThrow('refused');
        expect(runs).toBe(1);
        expect(await db.many(sql`select name from things where name = ${name}`)).toEqual([]);
      }
    } finally {
      await other.close();
    }
  });

  describe('after the commit was sent', () => {
    beforeAll(async () => {
      await db.execute(sql`
        create function wait_for_commit() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4711); return null; end $$`);
      await db.execute(sql`
        create constraint trigger waits after insert on things deferrable initially deferred
          for each row when (new.name like 'waits%') execute function wait_for_commit()`);
    });

    afterAll(async () => {
      await db.execute(sql`drop trigger waits on things`);
      await db.execute(sql`drop function wait_for_commit`);
    });

    /** Cuts the connection off while a transaction that inserts a row waits for its commit, which takes effect later. */
    async function cutDuringCommit(isIdempotent: boolean) {
      await using link = await Link.to(serverPort());
      const other = open(urlThrough(link).href);
      const name = uniqueName('waits');
      let runs = 0;
      try {
        const inserting = await db.tx(async (holder) => {
          await holder.execute(sql`select pg_advisory_xact_lock(4711)`);
          const outcome = Promise.allSettled([
            other.tx(
              async (tx) => {
                runs++;
                // A run waits for the transaction of the run before it.
                await tx.execute(sql`select pg_advisory_xact_lock(4712)`);
                const [before] = await tx.many<{ name: string }>(
                  sql`select name from things where name = ${name}`,
                );
                if (!before) await tx.execute(sql`insert into things (name) values (${name})`);
                return name;
              },
              { isIdempotent },
            ),
          ]);
          await until('the commit waits', async () => {
            const { waits } = await db.one<{ waits: boolean }>(sql`
              select exists (
                select from pg_locks join pg_database on pg_database.oid = pg_locks.database
                 where datname = current_database() and locktype = 'advisory' and objid = 4711 and not granted) as waits`);
            return waits;
          });
          link.lead(serverPort());
          if (isIdempotent) await until('it runs again', () => runs === 2);
          else await outcome;
          return { outcome };
        });
        const [outcome] = await inserting.outcome;
        await until('the first commit takes effect', async () => (await rowsOf(name)) > 0);
        return { name, runs, outcome, rows: await rowsOf(name) };
      } finally {
        await other.close();
      }
    }

    const rowsOf = async (name: string) =>
      (await db.many(sql`select name from things where name = ${name}`)).length;

    it('makes the transaction fail, because it may have taken effect', async () => {
      expect(await cutDuringCommit(false)).toMatchObject({
        runs: 1,
        outcome: { status: 'rejected', reason: { code: 'UNAVAILABLE' } },
      });
    });

    it('causes one retry of an idempotent transaction', async () => {
      const { name, ...result } = await cutDuringCommit(true);
      expect(result).toEqual({ runs: 2, outcome: { status: 'fulfilled', value: name }, rows: 1 });
    });
  });

  it('is reported as the error of a transaction when the server stays unreachable', async () => {
    await using link = await Link.to(serverPort());
    const url = urlThrough(link);
    url.searchParams.set('connect_timeout', '1');
    const other = open(url.href);
    try {
      const failing = other.tx(async (tx) => {
        await tx.execute(sql`select 1`);
        link.lead(undefined);
        return tx.execute(sql`select 1`);
      });
      await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      await other.close();
    }
  });

  it('to a server that does not answer is reported after the connect_timeout of the URL', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const other = open(`postgres://nobody@127.0.0.1:${port}/none?connect_timeout=1`);
    const start = performance.now();
    using clock = startLoopClock();
    try {
      await expect(other.execute(sql`select 1`)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(performance.now() - start).toBeGreaterThan(900);
      expect(clock.elapsedMs()).toBeLessThan(5_000);
    } finally {
      await other.close();
      silent.close();
    }
  });

  it('to a server that is unreachable for a moment delays a transaction that has not begun', async () => {
    await using link = await Link.to(serverPort());
    link.lead(undefined);
    const other = open(urlThrough(link).href);
    try {
      await expect(other.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const name = uniqueName('thing');
      const inserting = other.tx((tx) => tx.execute(sql`insert into things (name) values (${name})`));
      await Promise.race([link.refused(3), inserting]);
      link.lead(serverPort());
      expect(await inserting).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('to a server that stays unreachable is reported after the connect_timeout of the URL', async () => {
    await using link = await Link.to(1);
    link.lead(undefined);
    const other = open(`postgres://nobody@127.0.0.1:${link.port}/none?connect_timeout=1`);
    const start = performance.now();
    using clock = startLoopClock();
    try {
      await expect(other.execute(sql`select 1`)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(performance.now() - start).toBeGreaterThan(500);
      expect(clock.elapsedMs()).toBeLessThan(5_000);
    } finally {
      await other.close();
    }
  });

  it('is distinguished from an invalid statement', async () => {
    const error = await db.execute(sql`select nonsense`).catch((e) => e);
    expect(isUnavailable(error)).toBe(false);
  });
});

describe('migrations', () => {
  it('have no effect when they are repeated', async () => {
    const seen: string[] = [];
    await migrate({
      adminUrl: database.adminUrl,
      services: [],
      onMigration: (_schema, name) => seen.push(name),
    });
    expect(seen).toEqual([]);
  });

  it('give up their lock request so that other transactions continue, and are retried', async () => {
    const holder = new pg.Client({ connectionString: database.adminUrl });
    await holder.connect();
    const folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
    const schema = {
      schema: 'locking',
      role: uniqueName('role'),
      password: 'a password of tests',
      migrations: folder,
    };
    try {
      await writeFile(join(folder, '0001-things.sql'), 'create table held (n int);');
      await migrate({ adminUrl: database.adminUrl, services: [schema] });
      await writeFile(join(folder, '0002-more.sql'), 'alter table held add column m int;');
      await holder.query('begin; select * from locking.held');
      let gaveUp = 0;
      await migrate({
        adminUrl: database.adminUrl,
        services: [schema],
        lockTimeoutMs: 50,
        onLocked: () => {
          gaveUp++;
          // This releases the lock of `holder`, so the next attempt of the migration succeeds.
          void holder.query('commit');
        },
      });
      expect(gaveUp).toBeGreaterThan(0);
      const { rows } = await holder.query('select m from locking.held');
      expect(rows).toEqual([]);
    } finally {
      await holder.end();
      await rm(folder, { recursive: true });
    }
  });

  it('refuse a file whose statements have changed since it was applied, and accept changed comments', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
    const role = uniqueName('role');
    const run = () =>
      migrate({
        adminUrl: database.adminUrl,
        services: [{ schema: 'checked', role, password: 'a password of tests', migrations: folder }],
      });
    const write = (text: string) => writeFile(join(folder, '0001-things.sql'), text);
    await write('create table things (n int); -- what there is');
    await run();
    await write('-- Things.\ncreate table things (\n  n int\n);');
    await run();
    await write('create table things (n bigint);');
    await expect(run()).rejects.toThrow(/checked\/0001-things.sql has changed since it was applied/);
    // Earlier releases recorded no checksums. For such an entry, the next run records the checksum of the current file.
    await db.execute(sql`update migration.applied set checksum = null where schema = 'checked'`);
    await run();
    await write('create table things (n int);');
    await expect(run()).rejects.toThrow(MigrationError);
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a gap', ['0001-a.sql', '0003-b.sql'], []],
    ['a different history', ['0001-a.sql'], [{ number: 1, name: '0001-b.sql' }]],
    ['a missing record', ['0001-a.sql', '0002-b.sql'], [{ number: 2, name: '0002-b.sql' }]],
    ['a bad name', ['0001_A.sql'], []],
  ])('refuse %s', (_what, files, applied) => {
    expect(() => pendingMigrations('test', files, applied)).toThrow(MigrationError);
  });

  it('accept a database of a later release', () => {
    expect(
      pendingMigrations(
        'test',
        ['0001-a.sql'],
        [
          { number: 1, name: '0001-a.sql' },
          { number: 2, name: '0002-b.sql' },
        ],
      ),
    ).toEqual([]);
  });

  it('give a service role access to its own schema only', async () => {
    const url = database.urlOf('relay');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await expect(client.query('select * from public.things')).rejects.toThrow(/permission denied/);
      await expect(client.query('create table public.intruder ()')).rejects.toThrow(/permission denied/);
    } finally {
      await client.end();
    }
  });
});
