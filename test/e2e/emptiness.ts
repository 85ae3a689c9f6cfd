import pg from 'pg';

// Each file of tests needs an empty deployment. Between files, an empty copy replaces the database under the running
// services, which detect it as they detect a restored database. Only sequences continue, because processes may keep
// facts about an ID forever.

/** Names of the empty copy, and of the database that is prepared as the replacement. */
const [empty, next] = ['parley_empty', 'parley_next'];

type Sequence = { sequence: string; next: string };

/** Keeps a copy of a database that is not in use yet. */
export const keepEmpty = (url: string): Promise<void> =>
  connected(urlOf(url, server), async (client) => {
    await client.query(`create database ${empty} template ${nameIn(url)}`);
  });

/**
 * Replaces the database by a copy of the empty one, in which sequences continue. Ends all connections to the old database, drops
 * its replication slots and renames it.
 */
export async function restoreEmpty(url: string): Promise<void> {
  const sequences = await connected(url, readSequences);
  await connected(urlOf(url, server), (client) => client.query(`create database ${next} template ${empty}`));
  await connected(urlOf(url, next), async (client) => {
    for (const each of sequences)
      await client.query('select setval($1::regclass, $2, false)', [each.sequence, each.next]);
  });
  await connected(urlOf(url, server), (client) => replaceDatabase(nameIn(url), client));
}

async function replaceDatabase(name: string, client: pg.Client): Promise<void> {
  // A reader of a replication slot, or a new connection, would block the renaming.
  await client.query(`alter database ${name} allow_connections false`);
  const sessions = 'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1';
  await client.query(sessions, [name]);
  const slots = 'select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = $1';
  await client.query(slots, [name]);
  await client.query(`alter database ${name} rename to ${name}_until_${Date.now()}`);
  await client.query(`alter database ${next} rename to ${name}`);
}

async function readSequences(database: pg.Client): Promise<Sequence[]> {
  const { rows } = await database.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as sequence, last_value + 1 as next
     from pg_sequences where last_value is not null`,
  );
  return rows;
}

/** The maintenance database: a connection to it blocks no change of other databases. */
const server = 'postgres';

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

const urlOf = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
