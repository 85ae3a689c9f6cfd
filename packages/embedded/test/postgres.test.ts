import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { initPostgres, isAlive, type PostgresServer, SetupError, startPostgres } from '../src/index.ts';

// Only its owner can enter this folder, like a project in a private home directory.
const folder = mkdtempSync(join(tmpdir(), 'parley-pg-'));
const dir = join(folder, 'pg');
const password = "it's % secret/";
let server: PostgresServer;

beforeAll(async () => {
  await initPostgres({ dir, password, noSync: true });
  server = await startPostgres({ dir, password, settings: { fsync: false } });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function query(text: string, url = server.url): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

it('runs with logical decoding, UTF-8 and the same sort order on every machine', async () => {
  expect(server.port).toBeLessThan(32768);
  expect(await query('show wal_level')).toEqual([['logical']]);
  expect(await query('show fsync')).toEqual([['off']]);
  expect(await query("select lower('ÄÖ'), array(select unnest(array['b','B','a']) order by 1)")).toEqual([
    ['äö', ['B', 'a', 'b']],
  ]);
});

it('is also reached by its socket file, with a password', async () => {
  const url = server.socketUrl('postgres');
  expect(await query('select inet_server_addr() is null', url)).toEqual([[true]]);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query('select 1', wrong.href)).rejects.toThrow(/password authentication failed/);
});

it('is reached by its port where the path of a socket file would be too long', async () => {
  const deep = join(folder, 'x'.repeat(90));
  await initPostgres({ dir: deep, password, noSync: true });
  const other = await startPostgres({ dir: deep, password, settings: { fsync: false } });
  try {
    expect(other.socketUrl('postgres')).toBe(other.databaseUrl('postgres'));
    expect(await query('select 1', other.url)).toEqual([[1]]);
  } finally {
    await other.stop();
  }
});

it('refuses a wrong password', async () => {
  const url = server.databaseUrl('postgres', { user: 'parley_admin', password: 'wrong' });
  await expect(query('select 1', url)).rejects.toThrow(/password authentication failed/);
});

it('keeps data and port over a clean restart', async () => {
  await query('create table kept as select 1 as n');
  const { port, pid } = server;
  await server.restart();
  expect(server.port).toBe(port);
  expect(server.pid).not.toBe(pid);
  expect(await query('select n from kept')).toEqual([[1]]);
});

it('restarts after SIGKILL although its backends are still shutting down', async () => {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  const busy = client.query('select pg_sleep(60)').catch(() => 'cut off');
  server.kill();
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(server.running).toBe(false);
  await server.start();
  expect(await busy).toBe('cut off');
  expect(await query('select 1')).toEqual([[1]]);
  await client.end().catch(() => {});
});

it('shuts down a server left running on the directory by a killed process', async () => {
  const before = server.pid;
  const second = await startPostgres({ dir, password, settings: { fsync: false } });
  await server.exited;
  expect(isAlive(before)).toBe(false);
  server = second;
  expect(await query('select 1')).toEqual([[1]]);
});

it('names the PostgreSQL version of a data directory with another version', async () => {
  const other = mkdtempSync(join(folder, 'other-'));
  writeFileSync(join(other, 'PG_VERSION'), '14\n');
  await expect(startPostgres({ dir: other, password })).rejects.toThrow(
    new SetupError(`${other} is of PostgreSQL 14; this Parley runs PostgreSQL 18.`),
  );
});

it('does not create a cluster in a directory with other files', async () => {
  const used = mkdtempSync(join(folder, 'used-'));
  writeFileSync(join(used, 'thesis.txt'), 'mine');
  await expect(initPostgres({ dir: used, password })).rejects.toThrow(SetupError);
});

it('fails with the reason from its log when it cannot start', async () => {
  await server.stop();
  await expect(startPostgres({ dir, password, settings: { shared_buffers: 'lots' } })).rejects.toThrow(
    /PostgreSQL did not start: .*shared_buffers/,
  );
  await server.start();
});
