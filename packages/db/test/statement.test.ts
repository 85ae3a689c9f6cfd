import { type AddressInfo, connect, createServer } from 'node:net';
import { silentLogger } from '@parley/core';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb, type Db, sql, uniqueViolation } from '../src/index.ts';

// Verifies that the client library still has the internals on which src/statement.ts depends.

let database: TestDatabase;
let db: Db;
/** Types of the messages that the connection has sent since a test cleared them, one string for each write. */
const writes: string[] = [];
let close: () => void;

beforeAll(async () => {
  database = await createTestDatabase();
  const { port } = new URL(database.adminUrl);
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1').on('error', () => client.destroy());
    client.on('data', (bytes) => writes.push(typesIn(bytes))).on('error', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  const url = new URL(database.adminUrl);
  url.port = String((server.address() as AddressInfo).port);
  db = createDb({
    url: url.href,
    poolSize: 1,
    logger: silentLogger,
    registry: new Registry(),
    applicationName: 'statement-test',
  });
  await db.execute(sql`create table things (id int8 unique, name text)`);
});

afterAll(async () => {
  await db.close();
  close();
  await database.drop();
});

/** Returns the types of the messages in a write. The first message of a connection has none. */
function typesIn(bytes: Buffer): string {
  let types = '';
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] === 0) return 'startup';
    types += String.fromCharCode(bytes[at]!);
  }
  return types;
}

/** Runs work and returns its result, and what the connection wrote meanwhile. */
async function sent<T>(work: () => Promise<T>): Promise<{ value: T; written: string[] }> {
  writes.length = 0;
  const value = await work();
  return { value, written: [...writes] };
}

it('describes a statement at its first execution only, and then executes it with one write', async () => {
  const add = (id: number) => db.execute(sql`insert into things (id, name) values (${id}, ${`thing ${id}`})`);
  const read = (id: number) =>
    db.many(sql`select id, name, null::int as nothing from things where id >= ${id} order by id`);
  expect((await sent(() => add(1))).written.join('')).toBe('PBDES');
  expect(await sent(() => add(2))).toEqual({ value: 1, written: ['BES'] });
  expect((await sent(() => read(1))).written.join('')).toBe('PBDES');
  expect(await sent(() => read(1))).toEqual({
    value: [
      { id: 1, name: 'thing 1', nothing: null },
      { id: 2, name: 'thing 2', nothing: null },
    ],
    written: ['BES'],
  });
  expect(await sent(() => read(3))).toEqual({ value: [], written: ['BES'] });
});

it('sends arrays as they are, whatever is in their texts', async () => {
  const texts = [
    '',
    'plain',
    'a "quoted" one',
    'back\\slash',
    '\\',
    '{a,b}',
    'NULL',
    'null',
    ' blanks ',
    '\n\t',
    'ä😀',
    null,
  ];
  const given = {
    texts,
    numbers: [0, -1, 2 ** 52, 1.5, null],
    ids: [1, 2, 3],
    flags: [true, false, null],
    bytes: [Buffer.from('ä"\\'), null],
    none: [],
    nested: [
      [1, 2],
      [3, 4],
    ],
  };
  const read = await db.one(sql`
    select ${given.texts}::text[] as texts, ${given.numbers}::float8[] as numbers, ${given.ids}::int8[] as ids,
           ${given.flags}::bool[] as flags, ${given.bytes}::bytea[] as bytes, ${given.none}::text[] as none,
           ${given.nested}::int4[] as nested`);
  expect(read).toEqual(given);
});

it('reports the failure of a described statement, and goes on with the connection', async () => {
  const add = (id: number | string) => db.execute(sql`insert into things (id) values (${id})`);
  await add(11);
  const failed = await sent(() => add(11).catch((error) => uniqueViolation(error)));
  expect(failed).toEqual({ value: 'things_id_key', written: ['BES'] });
  await expect(add('many')).rejects.toThrow('invalid input syntax');
  expect(await sent(() => add(12))).toEqual({ value: 1, written: ['BES'] });
});

it('sends the small statements of a turn of a snapshot as one, in one write with the others', async () => {
  const read = async () =>
    (
      await db.snapshot((tx) =>
        Promise.all([
          tx.small.many(sql`select 1 as one`),
          tx.many(sql`select 2 as two`),
          tx.small.one(sql`select 3 as three`),
        ]),
      )
    ).value;
  await read();
  const value = [[{ one: 1 }], [{ two: 2 }], { three: 3 }];
  const second = await sent(read);
  expect(second.value).toEqual(value);
  // Begin, the snapshot, and both statements. The commits before and after arrive at any time.
  expect(second.written.filter((write) => write !== 'Q')).toEqual([
    expect.stringMatching(/^Q{1,2}BESBESBESQ?$/),
  ]);
});

it('reports a value that cannot be sent, and goes on with the connection', async () => {
  const circular: { self?: object } = {};
  circular.self = circular;
  const add = (name: unknown) => db.execute(sql`insert into things (name) values (${name}::text)`);
  await add('plain');
  await expect(add(circular)).rejects.toThrow('circular');
  expect(await db.many(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});
