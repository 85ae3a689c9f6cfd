import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsOptions } from '@parley/event-log';
import pg from 'pg';
import { judgeClock, natsOffset, postgresOffset } from './clock.ts';
import type { DoctorConfig } from './config.ts';
import { type Finding, fail, ok } from './finding.ts';
import { examineMail } from './mail.ts';
import { judgeLog, readLog } from './nats/log.ts';
import { judgeServer, readServer } from './nats/server.ts';
import { examineOpenSearch } from './opensearch.ts';
import { judgeConnections, readConnections } from './postgres/connections.ts';
import { judgeMessageIds, readMessageIds } from './postgres/message-ids.ts';
import { judgeMigrations, readMigrations } from './postgres/migrations.ts';
import { readRoleSettings } from './postgres/role-settings.ts';
import { judgeRoles, readRoles } from './postgres/roles.ts';
import { judgeSearchIndex, readSearchIndex } from './postgres/search-index.ts';
import { judgeSettings, readSettings } from './postgres/settings.ts';
import { judgeSlots, readSlots } from './postgres/slots.ts';
import { examinePush } from './push.ts';
import { isUnreachable, reach, reasonOf } from './reach.ts';
import { judgeSignInFile } from './sign-in.ts';

/** Time in milliseconds for which the doctor tries again to reach PostgreSQL and NATS. */
const reachWithinMs = 20_000;
const policies = 'If services reach it, a network policy does not apply to the doctor.';

/** An unreachable server results in a finding. @param withinMs how long such servers are tried again */
export async function examine(config: DoctorConfig, withinMs = reachWithinMs): Promise<Finding[]> {
  const [postgres, relay, nats, push, mail, openSearch] = await Promise.all([
    examinePostgres(config, withinMs),
    examineRelayPath(config.relayDatabaseUrl, withinMs),
    examineNats(config, withinMs),
    examinePush(config.push),
    examineMail(config.smtpUrl),
    examineOpenSearch(config.openSearch),
  ]);
  const signIn = judgeSignInFile(config.signInFile, process.env);
  return [...postgres, ...relay, ...nats, ...push, ...mail, ...openSearch, ...signIn];
}

/** Connects to PostgreSQL, and repeats this while the server cannot be reached. */
function connectPostgres(settings: pg.ClientConfig, withinMs: number): Promise<pg.Client> {
  return reach(async () => {
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }, withinMs);
}

async function examinePostgres(
  { databaseUrl, migrationsDir, databaseConnections }: DoctorConfig,
  withinMs: number,
): Promise<Finding[]> {
  const settings = {
    connectionString: databaseUrl,
    application_name: 'parley-doctor',
    statement_timeout: 10_000,
  };
  const { hostname, port } = new URL(databaseUrl);
  const place = `${hostname}:${port || 5432}`;
  let client: pg.Client | undefined;
  try {
    client = await connectPostgres(settings, withinMs);
    return [
      ok('postgres.connection', `PostgreSQL answers at ${place}.`),
      ...judgeSettings(await readSettings(client)),
      judgeConnections(await readConnections(client), databaseConnections),
      ...judgeSlots(await readSlots(client)),
      ...judgeRoles(await readRoles(client), await readRoleSettings(client)),
      judgeMigrations(await readMigrations(client, migrationsDir)),
      ...judgeMessageIds(await readMessageIds(client)),
      ...judgeSearchIndex(await readSearchIndex(client)),
      judgeClock(await postgresOffset(client)),
    ];
  } catch (error) {
    return [
      fail(
        'postgres.connection',
        `PostgreSQL at ${place} could not be looked at: ${reasonOf(error)}.`,
        isUnreachable(error)
          ? `Check PARLEY_DATABASE_URL and the network between. ${policies}`
          : 'Check PARLEY_DATABASE_URL and pg_hba.conf.',
      ),
    ];
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Only this reveals a missing line in pg_hba.conf, or a pooler that does not support replication. */
async function examineRelayPath(url: string | undefined, withinMs: number): Promise<Finding[]> {
  if (url === undefined) return [];
  const check = 'postgres.relay_connection';
  const settings = { connectionString: url, replication: 'database' };
  let client: pg.Client | undefined;
  try {
    client = await connectPostgres(settings as pg.ClientConfig, withinMs);
    await client.query('IDENTIFY_SYSTEM');
    return [ok(check, 'The relay can open a connection for replication.')];
  } catch (error) {
    return [
      fail(
        check,
        `PARLEY_RELAY_DATABASE_URL is no direct connection for replication: ${reasonOf(error)}.`,
        isUnreachable(error)
          ? `Check the URL and the network between. ${policies}`
          : 'Let it lead to the primary itself, not to a pooler; the role needs REPLICATION and a line in pg_hba.conf.',
      ),
    ];
  } finally {
    await client?.end().catch(() => undefined);
  }
}

async function examineNats(
  { nats: { url, prefix, replicas }, natsMonitoringUrls }: DoctorConfig,
  withinMs: number,
): Promise<Finding[]> {
  let nats: NatsConnection;
  try {
    nats = await reach(() => connectOnce(url), withinMs);
  } catch (error) {
    return [
      fail(
        'nats.connection',
        `NATS refuses the connection: ${reasonOf(error)}.`,
        isUnreachable(error)
          ? `Check PARLEY_NATS_URL and the network between. ${policies}`
          : 'Check PARLEY_NATS_URL and its credentials.',
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

/** Makes one attempt to connect. */
function connectOnce(url: string): Promise<NatsConnection> {
  return connect({ ...natsOptions(url), name: 'parley-doctor', timeout: 5_000, reconnect: false });
}
