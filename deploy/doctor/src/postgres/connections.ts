import { firstItem } from '@parley/core';
import type pg from 'pg';
import { type Finding, ok, warn } from '../finding.ts';

export type ConnectionFacts = {
  max_connections: number;
  /** Number of connected clients, without replication connections. */
  connected: number;
};

/** Used share of `max_connections` above which the doctor warns. */
const HIGH = 0.8;

export async function readConnections(client: pg.ClientBase): Promise<ConnectionFacts> {
  const { rows } = await client.query<ConnectionFacts>(`
    select current_setting('max_connections')::int as max_connections,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connected`);
  return firstItem(rows);
}

/** `planned` is what all replicas' pools may open; undefined if unknown. */
export function judgeConnections(
  { max_connections: most, connected }: ConnectionFacts,
  planned: number | undefined,
): Finding {
  const check = 'postgres.connections';
  const fix =
    'Raise max_connections and restart PostgreSQL, lower the pools (PARLEY_<SERVICE>_DATABASE_CONNECTIONS) or the replicas, or use a pooler.';
  if (planned !== undefined && planned > most) {
    return warn(
      check,
      `The pools of all replicas open up to ${planned} connections, and max_connections is ${most}: services fail under load.`,
      fix,
    );
  }
  if (connected > most * HIGH) {
    return warn(check, `${connected} of ${most} connections are in use.`, fix);
  }
  return ok(
    check,
    `${connected} of ${most} connections are in use${planned === undefined ? '' : `, and the pools open up to ${planned}`}.`,
  );
}
