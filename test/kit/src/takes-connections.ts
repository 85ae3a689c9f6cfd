import pg from 'pg';

const answerWithinMs = 2_000;

/** Returns whether a PostgreSQL server accepts a connection in time. A frozen server does not. */
export async function takesConnections(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: answerWithinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
