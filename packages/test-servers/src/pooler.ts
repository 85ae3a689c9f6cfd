import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, firstItem, itemAt, required, roleOf, schemaOwners } from '@parley/core';
import { freePort } from '@parley/embedded';
import pg from 'pg';
import { rolePassword } from './roles.ts';

/** A running PgBouncer that pools connections to a PostgreSQL by transaction. */
export type Pooler = { port: number; stop(): Promise<void> };

/** The first version (major, minor) that supports prepared statements with pooling by transaction. */
const OLDEST = [1, 21];
const START_ATTEMPTS = 100;

/** As docs/operations/install.md describes. @throws Error if the version of PgBouncer is too old */
export async function startPooler(program: string, postgresUrl: string, folder: string): Promise<Pooler> {
  const version = required(
    /(\d+)\.(\d+)/.exec(execFileSync(program, ['--version']).toString()),
    'version of PgBouncer',
  );
  const [major, minor] = version.slice(1).map(Number) as [number, number];
  if (major < firstItem(OLDEST) || (major === OLDEST[0] && minor < itemAt(OLDEST, 1))) {
    throw new Error(`PgBouncer ${version[0]} is too old: ${OLDEST.join('.')} is the first that works.`);
  }
  mkdirSync(folder);
  const port = await freePort();
  const { hostname, port: serverPort } = new URL(postgresUrl);
  const users = schemaOwners.map((owner) => `"${roleOf(owner)}" "${rolePassword}"\n`);
  writeFileSync(join(folder, 'users.txt'), users.join(''));
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    // Smaller than the connection pool of a service, so that consecutive transactions really use different connections.
    default_pool_size: 4,
    max_client_conn: 2_000,
    max_prepared_statements: 500,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('')}`);
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn(program, ['--quiet', ...user, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilAnswering(port);
  return {
    port,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

async function untilAnswering(port: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: roleOf('messaging'),
      password: rolePassword,
      database: 'pgbouncer',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      // Error 08P01 proves that PgBouncer answers: it only refuses this user access to its console.
      if (errorCode(error) === '08P01') return;
      if (attempt === START_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
