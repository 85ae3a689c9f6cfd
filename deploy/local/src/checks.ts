import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { firstItem } from '@parley/core';
import { SetupError } from '@parley/embedded';
import { natsOptions } from '@parley/event-log';
import pg from 'pg';

const OLDEST_POSTGRES = 15;
const MIN_PAYLOAD_BYTES = 1024 * 1024;

/**
 * Verifies that an external PostgreSQL meets Parley's requirements.
 *
 * @throws SetupError with one sentence for each missing requirement, or when the server refuses the connection
 */
export async function checkPostgres(
  databaseUrl: string,
  relayDatabaseUrl: string | undefined,
): Promise<void> {
  const facts = await readFacts(databaseUrl, 'PARLEY_DATABASE_URL');
  const problems = postgresProblems(facts, relayDatabaseUrl !== undefined);
  if (relayDatabaseUrl !== undefined)
    problems.push(...(await relayProblems(relayDatabaseUrl, facts.database)));
  if (problems.length > 0) throw new SetupError(problems.join('\n'));
}

export type PostgresFacts = {
  version: number;
  wal_level: string;
  database: string;
  user: string;
  in_recovery: boolean;
  encoding: string;
  superuser: boolean;
  create_role: boolean;
  replication: boolean;
  create_schema: boolean;
};

/** Returns one sentence for each requirement that the server does not meet. */
export function postgresProblems(facts: PostgresFacts, relayHasOwnRole: boolean): string[] {
  const { user, database, superuser } = facts;
  const where = 'The PostgreSQL of PARLEY_DATABASE_URL';
  const problems: string[] = [];
  if (facts.version < OLDEST_POSTGRES * 10_000) {
    problems.push(
      `${where} is version ${Math.floor(facts.version / 10_000)}; Parley needs ${OLDEST_POSTGRES} or newer.`,
    );
  }
  if (facts.in_recovery) problems.push(`${where} is a standby; Parley needs the primary.`);
  if (facts.wal_level !== 'logical') {
    problems.push(`${where} has wal_level = ${facts.wal_level}; set it to logical and restart the server.`);
  }
  if (facts.encoding !== 'UTF8') {
    problems.push(
      `The database "${database}" of PARLEY_DATABASE_URL is encoded in ${facts.encoding}; Parley needs UTF8.`,
    );
  }
  if (!superuser && !facts.create_role) {
    problems.push(`The role "${user}" of PARLEY_DATABASE_URL may not create roles; give it CREATEROLE.`);
  }
  if (!superuser && !facts.create_schema) {
    problems.push(
      `The role "${user}" of PARLEY_DATABASE_URL may not create schemas in "${database}"; grant it CREATE there.`,
    );
  }
  // Since PostgreSQL 16, a role with CREATEROLE and REPLICATION can grant REPLICATION. Earlier versions require a superuser.
  const canGiveReplication =
    superuser || (facts.version >= 160_000 && facts.create_role && facts.replication);
  if (!relayHasOwnRole && !canGiveReplication) {
    problems.push(
      `The role "${user}" of PARLEY_DATABASE_URL cannot give the relay's role REPLICATION; set PARLEY_RELAY_DATABASE_URL to a role that has it.`,
    );
  }
  return problems;
}

async function readFacts(url: string, variable: string): Promise<PostgresFacts> {
  return withClient({ connectionString: url }, variable, async (client) => {
    const { rows } = await client.query<PostgresFacts>(`
      select current_setting('server_version_num')::int as version, current_setting('wal_level') as wal_level,
        current_database() as database, current_user as user, pg_is_in_recovery() as in_recovery,
        current_setting('server_encoding') as encoding, rolsuper as superuser, rolcreaterole as create_role,
        rolreplication as replication,
        has_database_privilege(current_database(), 'CREATE') as create_schema
      from pg_roles where rolname = current_user`);
    return firstItem(rows);
  });
}

/** Opens a real replication connection, which reveals a missing right or a pooler without replication. */
async function relayProblems(url: string, database: string): Promise<string[]> {
  const variable = 'PARLEY_RELAY_DATABASE_URL';
  const facts = await readFacts(url, variable);
  if (facts.database !== database) {
    return [
      `${variable} leads to the database "${facts.database}", PARLEY_DATABASE_URL to "${database}"; they must be the same.`,
    ];
  }
  if (!facts.superuser && !facts.replication) {
    return [`The role "${facts.user}" of ${variable} has no REPLICATION right.`];
  }
  // The types of node-postgres do not know `replication`.
  const settings = { connectionString: url, replication: 'database' };
  try {
    await withClient(settings, variable, async (client) => client.query('IDENTIFY_SYSTEM'));
    return [];
  } catch (error) {
    return [`${variable} is not a direct connection for replication: ${reasonOf(error)}.`];
  }
}

async function withClient<T>(
  settings: pg.ClientConfig,
  variable: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...settings });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw new SetupError(
      `The PostgreSQL of ${variable} (${client.host}:${client.port}) refuses the connection: ${reasonOf(error)}.`,
    );
  }
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Verifies that an external NATS server is reachable, has JetStream enabled, and permits large enough payloads.
 *
 * @param jetStreamWithinMs time in milliseconds within which JetStream must answer. A cluster that has just started does so when
 * it has elected a leader.
 * @throws SetupError with a sentence for the terminal
 */
export async function checkNats(url: string, jetStreamWithinMs = 20_000): Promise<void> {
  const options = natsOptions(url);
  const where = `The NATS of PARLEY_NATS_URL (${[options.servers ?? []].flat().join(', ')})`;
  const client = await connect({ ...options, reconnect: false, timeout: 5_000 }).catch((error: unknown) => {
    throw new SetupError(`${where} refuses the connection: ${reasonOf(error)}.`);
  });
  try {
    const maxPayload = client.info?.max_payload ?? 0;
    if (maxPayload < MIN_PAYLOAD_BYTES) {
      throw new SetupError(
        `${where} has max_payload ${maxPayload}; Parley needs at least ${MIN_PAYLOAD_BYTES}.`,
      );
    }
    await checkJetStream(client, where, jetStreamWithinMs);
  } finally {
    await client.close();
  }
}

async function checkJetStream(client: NatsConnection, where: string, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    try {
      await jetstreamManager(client, { timeout: 2_000 });
      return;
    } catch (error) {
      const isUnanswered = error instanceof Error && error.name === 'TimeoutError';
      if (isUnanswered && performance.now() < until) continue;
      throw new SetupError(
        isUnanswered
          ? `${where} does not answer requests for JetStream; a cluster needs a majority of its servers.`
          : `${where} offers no JetStream to this account; switch it on (${reasonOf(error)}).`,
      );
    }
  }
}

function reasonOf(error: unknown): string {
  // Connecting to a host with several addresses fails with one error per address.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
}
