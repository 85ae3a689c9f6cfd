import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@parley/core';
import { type Servers, startServers } from '@parley/test-servers';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadMigrateConfig, migrationsOf, owners, runMigrations } from '../src/index.ts';

// Starts a dedicated server, because roles belong to the whole server and these tests change their passwords.
let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});

afterAll(() => servers.stop());

const passwords = Object.fromEntries(
  owners.map(({ env, schema }) => [`PARLEY_${env}_DATABASE_PASSWORD`, `a-password-of-${schema}`]),
);

const configFor = (extra: Record<string, string> = {}) =>
  loadMigrateConfig({ PARLEY_DATABASE_URL: servers.urls.postgres, ...passwords, ...extra });

async function asRole(user: string, password: string, text: string): Promise<unknown[]> {
  const url = new URL(servers.urls.postgres);
  url.username = user;
  url.password = password;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

it('creates every role and schema, and may run repeatedly and concurrently', async () => {
  await Promise.all([
    runMigrations(configFor(), silentLogger),
    runMigrations(configFor(), silentLogger),
    runMigrations(configFor(), silentLogger),
  ]);
  await runMigrations(configFor(), silentLogger);
  for (const { role, schema } of owners) {
    expect(await asRole(role, `a-password-of-${schema}`, 'select current_schema() as schema')).toEqual([
      { schema },
    ]);
  }
});

it('updates a role’s password when the setting has changed', async () => {
  await runMigrations(configFor({ PARLEY_CHANNEL_DATABASE_PASSWORD: 'another-password-1' }), silentLogger);
  await asRole('parley_channel', 'another-password-1', 'select 1');
  await expect(asRole('parley_channel', 'a-password-of-channel', 'select 1')).rejects.toThrow(/password/);
});

it('reads migrations from a folder with one subfolder per schema, as in an image, and refuses a folder that lacks some', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
  try {
    for (const owner of owners.slice(1)) mkdirSync(migrationsOf(owner, dir));
    const config = configFor({ PARLEY_MIGRATIONS_DIR: dir });
    await expect(runMigrations(config, silentLogger)).rejects.toThrow('no migrations for messaging');
    mkdirSync(join(dir, 'messaging'));
    writeFileSync(join(dir, 'messaging', '0001-something-else.sql'), 'select 1');
    await expect(runMigrations(config, silentLogger)).rejects.toThrow(/0001-something-else.sql here/);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

it('waits for an unreachable database, but fails immediately when the database refuses the login', async () => {
  await servers.postgres.stop();
  const waiting = runMigrations(configFor(), silentLogger);
  await servers.postgres.start();
  await waiting;
  const wrong = new URL(servers.urls.postgres);
  wrong.password = 'wrong';
  await expect(runMigrations({ ...configFor(), adminUrl: wrong.href }, silentLogger)).rejects.toThrow(
    /password/,
  );
  const nobody = new URL(servers.urls.postgres);
  nobody.port = '1';
  await expect(
    runMigrations({ ...configFor(), adminUrl: nobody.href, waitMs: 0 }, silentLogger),
  ).rejects.toThrow(/ECONNREFUSED/);
});

it('refuses passwords that a connection URL would misread, and names them all', () => {
  expect(() =>
    loadMigrateConfig({
      PARLEY_DATABASE_URL: 'postgres://localhost/parley',
      ...passwords,
      PARLEY_RELAY_DATABASE_PASSWORD: 'has/a/slash/in/it',
      PARLEY_UPLOAD_DATABASE_PASSWORD: 'has an @ in the middle',
    }),
  ).toThrow(/UPLOAD_DATABASE_PASSWORD: may have.*\n.*RELAY_DATABASE_PASSWORD: may have/);
  expect(() => loadMigrateConfig({})).toThrow(/PARLEY_DATABASE_URL is missing/);
});
