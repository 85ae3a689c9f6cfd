import pg from 'pg';

/** Contents of a logical dump: rows of tables as JSON text, and the values of sequences. */
export type Dump = {
  tables: { name: string; columns: string; rows: string }[];
  sequences: { name: string; value: string; isCalled: boolean }[];
};

const ours = "nspname not like 'pg\\_%' and nspname <> 'information_schema'";

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Reads all tables and sequences of all schemas in a single snapshot, as `pg_dump` does. */
export function dumpDatabase(url: string): Promise<Dump> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read, read only');
    const { rows: tables } = await client.query<{ name: string; columns: string }>(`
      select format('%I.%I', nspname, relname) as name,
             (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
              where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and not relispartition and ${ours} order by 1`);
    const taken: Dump['tables'] = [];
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ rows: string }>(
        `select coalesce(json_agg(t)::text, '[]') as rows from (select ${columns} from ${name}) t`,
      );
      taken.push({ name, columns, rows: rows[0]!.rows });
    }
    const { rows: found } = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name
       from pg_class join pg_namespace n on n.oid = relnamespace where relkind = 'S' and ${ours} order by 1`,
    );
    const sequences: Dump['sequences'] = [];
    for (const { name } of found) {
      const { rows } = await client.query<{ value: string; isCalled: boolean }>(
        `select last_value::text as value, is_called as "isCalled" from ${name}`,
      );
      sequences.push({ name, ...rows[0]! });
    }
    await client.query('commit');
    return { tables: taken, sequences };
  });
}

/** Replaces the contents of a database by those of a dump. The database must already have the schema. */
export function restoreDatabase(url: string, { tables, sequences }: Dump): Promise<void> {
  return connected(url, async (client) => {
    await client.query("begin; set local session_replication_role = 'replica'");
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, columns, rows } of tables) {
      // Messaging creates partitions of this table when they are needed. A dump by `pg_dump` contains them.
      if (name === 'messaging.search_documents')
        await client.query(
          `select messaging.add_search_partition((each ->> 'message_id')::int8) from json_array_elements($1) each`,
          [rows],
        );
      await client.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${name}, $1)`,
        [rows],
      );
    }
    for (const { name, value, isCalled } of sequences) {
      await client.query('select setval($1, $2, $3)', [name, value, isCalled]);
    }
    await client.query('commit');
  });
}
