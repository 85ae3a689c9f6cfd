import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsOptions } from '@parley/event-log';
import pg from 'pg';
import { judgeClock, natsOffset, postgresOffset } from './clock.ts';
import type { DoctorConfig } from './config.ts';
import { type Finding, fail, ok } from './finding.ts';
import { examineMail } from './mail.ts';
import { judgeLog, readLog } from './nats/log.ts';
import { judgeServer, readServer } from './nats/server.ts';
import { judgeConnections, readConnections } from './postgres/connections.ts';
import { judgeMigrations, readMigrations } from './postgres/migrations.ts';
import { readRoleSettings } from './postgres/role-settings.ts';
import { judgeRoles, readRoles } from './postgres/roles.ts';
import { judgeSettings, readSettings } from './postgres/settings.ts';
import { judgeSlots, readSlots } from './postgres/slots.ts';
import { examinePush } from './push.ts';
import { judgeSignInFile } from './sign-in.ts';

/** Runs all checks, which never change anything. An unreachable server results in a finding instead of an error. */
export async function examine(config: DoctorConfig): Promise<Finding[]> {
  const [postgres, relay, nats, push, mail] = await Promise.all([
    examinePostgres(config),
    examineRelayPath(config.relayDatabaseUrl),
    examineNats(config),
    examinePush(config.push),
    examineMail(config.smtpUrl),
  ]);
  const signIn = judgeSignInFile(config.signInFile, process.env);
  return [...postgres, ...relay, ...nats, ...push, ...mail, ...signIn];
}

async function examinePostgres({
  databaseUrl,
  migrationsDir,
  databaseConnections,
}: DoctorConfig): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'parley-doctor',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return [
      ok('postgres.connection', `PostgreSQL answers at ${client.host}:${client.port}.`),
      ...judgeSettings(await readSettings(client)),
      judgeConnections(await readConnections(client), databaseConnections),
      ...judgeSlots(await readSlots(client)),
      ...judgeRoles(await readRoles(client), await readRoleSettings(client)),
      judgeMigrations(await readMigrations(client, migrationsDir)),
      judgeClock(await postgresOffset(client)),
    ];
  } catch (error) {
    return [
      fail(
        'postgres.connection',
        `PostgreSQL at ${client.host}:${client.port} could not be looked at: ${reasonOf(error)}.`,
        'Check PARLEY_DATABASE_URL, the network between, and pg_hba.conf.',
      ),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Opens a real replication connection. Only this reveals a missing line in pg_hba.conf, or a connection pooler that does not
 * support replication.
 */
async function examineRelayPath(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [];
  const check = 'postgres.relay_connection';
  const settings = { connectionString: url, replication: 'database', connectionTimeoutMillis: 5_000 };
  const client = new pg.Client(settings as pg.ClientConfig);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('IDENTIFY_SYSTEM');
    return [ok(check, 'The relay can open a connection for replication.')];
  } catch (error) {
    return [
      fail(
        check,
        `PARLEY_RELAY_DATABASE_URL is no direct connection for replication: ${reasonOf(error)}.`,
        'Let it lead to the primary itself, not to a pooler; the role needs REPLICATION and a line in pg_hba.conf.',
      ),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function examineNats({
  nats: { url, prefix, replicas },
  natsMonitoringUrls,
}: DoctorConfig): Promise<Finding[]> {
  let nats: NatsConnection;
  try {
    nats = await connectOnce(url);
  } catch (error) {
    return [
      fail(
        'nats.connection',
        `NATS refuses the connection: ${reasonOf(error)}.`,
        'Check PARLEY_NATS_URL, its credentials and the network between.',
      ),
    ];
  }
  try {
    const { facts, jsm } = await readServer(nats, natsMonitoringUrls);
    const offsets = await Promise.all(natsMonitoringUrls.map(natsOffset));
    return [
      ok('nats.connection', `NATS answers at ${nats.getServer()}.`),
      ...judgeServer(facts),
      ...(jsm ? judgeLog(await readLog(nats, jsm, { prefix, replicas })) : []),
      ...offsets.flatMap((offset) => (offset ? [judgeClock(offset)] : [])),
    ];
  } catch (error) {
    return [
      fail(
        'nats.connection',
        `NATS could not be looked at: ${reasonOf(error)}.`,
        'Check the servers of PARLEY_NATS_URL and their logs.',
      ),
    ];
  } finally {
    await nats.close();
  }
}

/** Connects without retries. Unlike a service, the doctor does not wait for an unreachable server. */
function connectOnce(url: string): Promise<NatsConnection> {
  return connect({ ...natsOptions(url), name: 'parley-doctor', timeout: 5_000, reconnect: false });
}

function reasonOf(error: unknown): string {
  // Connecting to a host with several addresses fails with one error per address.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
}
