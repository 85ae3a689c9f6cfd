import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { silentLogger } from '@parley/core';
import {
  freePort,
  initPostgres,
  type NatsServer,
  type PostgresServer,
  startNats,
  startPostgres,
} from '@parley/embedded';
import { connectNats, jsonCodec, logNames, openRecords, readEpoch } from '@parley/event-log';
import { loadMigrateConfig, owners, runMigrations } from '@parley/migrate';
import { createService, loadServiceConfig, type RelayService } from '@parley/relay';
import { Link } from '@parley/test-servers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { examine, type Finding, loadDoctorConfig } from '../src/index.ts';
import { readRoleSettings } from '../src/postgres/role-settings.ts';
import { judgeRoles, readRoles } from '../src/postgres/roles.ts';
import { judgeSlots, readSlots } from '../src/postgres/slots.ts';

// Starts dedicated servers, because these tests break settings of the whole server.
const dir = mkdtempSync(join(tmpdir(), 'parley-doctor-'));
const password = 'parley-doctor-test';
let postgres: PostgresServer;
let nats: NatsServer;
let relay: RelayService;
let env: Record<string, string>;

beforeAll(async () => {
  await initPostgres({ dir: join(dir, 'postgres'), password, noSync: true });
  const monitoringPort = await freePort();
  [postgres, nats] = await Promise.all([
    startPostgres({ dir: join(dir, 'postgres'), password, settings: { max_replication_slots: 10 } }),
    startNats({
      dir: join(dir, 'nats'),
      token: password,
      syncInterval: 'always',
      extraConfig: `http: "127.0.0.1:${monitoringPort}"`,
    }),
  ]);
  const passwords = owners.map((owner) => [`PARLEY_${owner.env}_DATABASE_PASSWORD`, password]);
  await runMigrations(
    loadMigrateConfig({ PARLEY_DATABASE_URL: postgres.url, ...Object.fromEntries(passwords) }),
    silentLogger,
  );
  env = {
    PARLEY_DATABASE_URL: postgres.url,
    PARLEY_RELAY_DATABASE_URL: postgres.databaseUrl('postgres', { user: 'parley_relay', password }),
    PARLEY_NATS_URL: nats.url,
    PARLEY_NATS_MONITORING_URLS: `http://127.0.0.1:${monitoringPort}`,
    PARLEY_LOG_LEVEL: 'silent',
  };
  await startRelay();
});

afterAll(async () => {
  await relay?.stop();
  await Promise.all([postgres?.stop(), nats?.stop()]);
  rmSync(dir, { recursive: true, force: true });
});

async function startRelay(): Promise<void> {
  relay = createService(loadServiceConfig(env));
  await relay.start();
  await vi.waitFor(() => expect(relay.role).toBe('active'), { timeout: 60_000, interval: 50 });
}

const look = (change: Record<string, string> = {}, withinMs = 500) =>
  examine(loadDoctorConfig({ ...env, ...change }), withinMs);

const broken = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'fail').map(({ check }) => check);

/**
 * Returns whether the NATS server can be forced to flush each write to disk. Versions before 2.12 cannot, and the doctor
 * reports that.
 */
const knowsSync = () => Number(nats.version.split('.')[1]) >= 12;
const expected = (...checks: string[]) => [...checks, ...(knowsSync() ? [] : ['nats.sync_interval'])];

/** Repeats all checks until nothing is broken, because announcements of the relay may be late on a busy machine. */
async function lookUntilHealthy(): Promise<Finding[]> {
  let findings: Finding[] = [];
  await expect
    .poll(async () => {
      findings = await look();
      return broken(findings);
    })
    .toEqual(expected());
  return findings;
}

async function administrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const administer = (...texts: string[]): Promise<void> =>
  administrator(async (client) => {
    for (const text of texts) await client.query(text);
  });

const lookAtRoles = (): Promise<Finding[]> =>
  administrator(async (client) => judgeRoles(await readRoles(client), await readRoleSettings(client)));

const lookAtSlots = (): Promise<Finding[]> =>
  administrator(async (client) => judgeSlots(await readSlots(client)));

it('finds no problem in a healthy deployment', async () => {
  const findings = await lookUntilHealthy();
  // The connections of the relay and of the doctor do not count as standbys.
  expect(findings.find(({ check }) => check === 'postgres.synchronous')?.text).toContain('No standby');
  const fine = findings.filter(({ state }) => state === 'ok').map(({ check }) => check);
  expect(fine).toEqual(
    expect.arrayContaining([
      'postgres.wal_level',
      'postgres.slot',
      'postgres.max_slot_wal_keep_size',
      'postgres.relay_connection',
      'postgres.migrations',
      'postgres.message_ids',
      'postgres.search_index',
      'postgres.role.messaging',
      'postgres.role.relay',
      'nats.epoch',
      'relay.announcements',
      'clock',
    ]),
  );
});

it('examines the bucket of the queue records of the current epoch', async () => {
  const connection = await connectNats({ url: nats.url, name: 'test' });
  try {
    const jsm = await jetstreamManager(connection, { checkAPI: false });
    const { epoch } = (await readEpoch(jsm, 'parley'))!;
    const bucket = logNames('parley').queueBucket(epoch);
    await openRecords({ nats: connection, bucket, codec: jsonCodec(), maxAgeMs: 60_000 });
    const texts = async () =>
      (await look())
        .filter(({ check }) => check === 'nats.queues')
        .map(({ state, text }) => `${state}: ${text}`);
    expect(await texts()).toEqual([expect.stringContaining(`KV_${bucket}`)]);
    await jsm.streams.update(`KV_${bucket}`, { max_msgs_per_subject: 2 });
    expect(await texts()).toContainEqual(expect.stringMatching(/^fail: .*max_msgs_per_subject is 2, not 1/));
    await jsm.streams.delete(`KV_${bucket}`);
  } finally {
    await connection.close();
  }
});

describe('the doctor reports', () => {
  it('a relay that does not run', async () => {
    await relay.stop();
    // PostgreSQL notices a moment later that the relay has gone.
    await expect
      .poll(async () => broken(await look()))
      .toEqual(expect.arrayContaining(['postgres.slot', 'relay.announcements']));
    await startRelay();
    await lookUntilHealthy();
  });

  it.each([
    [
      'postgres.role.channel',
      'grant usage on schema relay to parley_channel; grant select on all tables in schema relay to parley_channel',
      'revoke select on all tables in schema relay from parley_channel; revoke usage on schema relay from parley_channel',
    ],
    ['postgres.role.upload', 'alter role parley_upload superuser', 'alter role parley_upload nosuperuser'],
    [
      'postgres.role.user_admin',
      'alter role parley_user_admin nologin',
      'alter role parley_user_admin login',
    ],
    [
      'postgres.migrations',
      "update migration.applied set schema = 'lost' where schema = 'upload'",
      "update migration.applied set schema = 'upload' where schema = 'lost'",
    ],
    [
      'postgres.search_index',
      'insert into messaging.search_pending (message_id) select n from generate_series(1, 5001) n',
      'delete from messaging.search_pending',
    ],
    [
      'postgres.max_slot_wal_keep_size',
      'alter system set max_slot_wal_keep_size = -1',
      'alter system reset max_slot_wal_keep_size',
    ],
  ])('the problem %s', async (check, breaking, mending) => {
    const reload = breaking.startsWith('alter system') ? 'select pg_reload_conf()' : 'select 1';
    await administer(breaking);
    await administer(reload);
    await vi.waitFor(async () => expect(broken(await look())).toEqual(expect.arrayContaining([check])), {
      timeout: 60_000,
    });
    await administer(mending);
    await administer(reload);
    await lookUntilHealthy();
  });

  // The statement in the finding fixes each of these settings.
  it.each<[string, string, string]>([
    [
      'messaging',
      'alter role parley_messaging set synchronous_commit = off',
      'alter role parley_messaging reset synchronous_commit',
    ],
    [
      'upload',
      'alter role parley_upload in database postgres set synchronous_commit = off',
      'alter role parley_upload in database postgres reset synchronous_commit',
    ],
    [
      'channel',
      'alter role parley_channel set default_transaction_read_only = on',
      'alter role parley_channel reset default_transaction_read_only',
    ],
    [
      'channel',
      "alter role parley_channel valid until '2020-01-01'",
      "alter role parley_channel valid until 'infinity'",
    ],
    ['upload', 'alter role parley_upload connection limit 0', 'alter role parley_upload connection limit -1'],
    [
      'messaging',
      'revoke select on messaging.messages from parley_messaging',
      'grant all on all tables in schema messaging to parley_messaging',
    ],
    [
      'messaging',
      'revoke usage on sequence messaging.message_ids from parley_messaging',
      'grant all on all sequences in schema messaging to parley_messaging',
    ],
    ['channel', 'grant parley_upload to parley_channel', 'revoke parley_upload from parley_channel'],
    [
      'user_admin',
      'grant pg_read_all_data to parley_user_admin',
      'revoke pg_read_all_data from parley_user_admin',
    ],
    [
      'upload',
      'alter role parley_upload set search_path = public',
      'alter role parley_upload set search_path = upload, log',
    ],
  ])('a setting of the role of %s: %s', async (schema, breaking, mending) => {
    await administer(breaking);
    const [finding, ...others] = (await lookAtRoles()).filter(
      ({ check }) => check === `postgres.role.${schema}`,
    );
    expect(finding).toMatchObject({ state: 'fail', fix: expect.stringContaining(`\`${mending}\``) });
    expect(others).toEqual([]);
    await administer(mending);
    expect(broken(await lookAtRoles())).toEqual([]);
  });

  it('a harmful setting of the whole database', async () => {
    await administer('alter database postgres set default_transaction_read_only = on');
    const findings = await vi.waitFor(
      async () => {
        const failed = (await look()).filter(({ state }) => state === 'fail');
        expect(failed.map(({ check }) => check)).toEqual(
          expect.arrayContaining(['postgres.role.messaging', 'postgres.role.user_admin']),
        );
        return failed;
      },
      { timeout: 60_000 },
    );
    const undo = 'alter database postgres reset default_transaction_read_only';
    expect(JSON.stringify(findings)).toContain(undo);
    await administer('set default_transaction_read_only = off', undo);
    await lookUntilHealthy();
  });

  it('a foreign slot without a reader', async () => {
    await administer("select pg_create_physical_replication_slot('old_tool', true)");
    await administer('create table filler as select generate_series(1, 1000); drop table filler');
    const finding = (await lookAtSlots()).find(({ check }) => check === 'postgres.slot_unused');
    expect(finding).toMatchObject({ state: 'warn', text: expect.stringContaining('old_tool') });
    await administer("select pg_drop_replication_slot('old_tool')");
    expect((await lookAtSlots()).map(({ check }) => check)).not.toContain('postgres.slot_unused');
  });

  it('a log with too few replicas, and a prefix without a log', async () => {
    expect(broken(await look({ PARLEY_NATS_REPLICAS: '3' }))).toContain('nats.log');
    expect(broken(await look({ PARLEY_NATS_PREFIX: 'elsewhere' }))).toContain('nats.epoch');
  });

  it('a connection that is refused, and one that cannot replicate', async () => {
    const wrong = postgres.databaseUrl('postgres', { user: 'parley_channel', password: 'wrong' });
    const noRight = postgres.databaseUrl('postgres', { user: 'parley_channel', password });
    const findings = await look({
      PARLEY_DATABASE_URL: wrong,
      PARLEY_RELAY_DATABASE_URL: noRight,
      PARLEY_NATS_URL: 'nats://127.0.0.1:1',
    });
    expect(broken(findings)).toEqual(['postgres.connection', 'postgres.relay_connection', 'nats.connection']);
    expect(JSON.stringify(findings)).not.toContain(password);
  });
});

it('waits for servers that cannot be reached at first, as in a new pod', async () => {
  const [database, log] = [new URL(env.PARLEY_DATABASE_URL!), new URL(env.PARLEY_NATS_URL!)];
  const [databasePort, logPort] = [Number(database.port), Number(log.port)];
  await using toDatabase = await Link.to(databasePort);
  await using toLog = await Link.to(logPort);
  for (const link of [toDatabase, toLog]) link.lead(undefined);
  [database.port, log.port] = [String(toDatabase.port), String(toLog.port)];
  const bothRefused = Promise.all([toDatabase.refused(1), toLog.refused(1)]);
  const looking = look({ PARLEY_DATABASE_URL: database.href, PARLEY_NATS_URL: log.href }, 60_000);
  await bothRefused;
  toDatabase.lead(databasePort);
  toLog.lead(logPort);
  const reached = (await looking).filter(({ check }) => /^(postgres|nats)\.connection$/.test(check));
  expect(reached.map(({ check, state }) => [check, state])).toEqual([
    ['postgres.connection', 'ok'],
    ['nats.connection', 'ok'],
  ]);
});

it('runs as a command that prints a report with fixes and sets an exit code', async () => {
  const run = async (change: Record<string, string>) => {
    const child = spawn(
      process.execPath,
      ['--conditions=parley-source', join(import.meta.dirname, '../src/main.ts')],
      { env: { PATH: process.env.PATH, ...env, ...change }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output };
  };
  let good = { code: null as number | null, output: '' };
  // An announcement of the relay may be late on a busy machine.
  await expect
    .poll(async () => {
      good = await run({});
      return good.code;
    })
    .toBe(knowsSync() ? 0 : 1);
  expect(good.output).toMatch(/ok {4}postgres\.wal_level/);
  const bad = await run({ PARLEY_NATS_PREFIX: 'elsewhere' });
  expect(bad.output).toMatch(/FAIL {2}nats\.epoch: There is no log here yet\.\n {6}→ Start the relay/);
  expect(bad.code).toBe(1);
  expect(await run({ PARLEY_DATABASE_URL: '' })).toEqual({
    code: 1,
    output: expect.stringContaining('PARLEY_DATABASE_URL is missing.'),
  });
});
