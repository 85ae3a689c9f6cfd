import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@parley/db';
import { createTestDatabase, serviceSchemas, sharedServers, uniqueName } from '@parley/test-servers';
import pg from 'pg';
import { expect, it } from 'vitest';
import { type Release, releases, rowsFile } from '../../releases.ts';

const sharedMigrations = join(import.meta.dirname, '../../../packages/db/migrations');

// Verifies that the database of each release, including its rows, can be migrated to this version. Its definitions must then
// equal those of a new database.

it.each(releases)('migrates a database of release $version', async (release) => {
  await using fresh = await createTestDatabase();
  const name = uniqueName('released');
  const servers = sharedServers();
  const adminUrl = new URL(servers.postgres);
  adminUrl.pathname = `/${name}`;
  await connected(servers.postgres, (admin) => admin.query(`create database ${name}`));
  try {
    const rows = readRows(release);
    await migrateTo(rows.applied, adminUrl.href);
    const before = await connected(adminUrl.href, (client) => insertRows(client, rows.tables));
    expect(Object.keys(before).length).toBeGreaterThan(20);
    await migrate({ adminUrl: adminUrl.href, services: serviceSchemas() });
    const [migrated, after] = await connected(adminUrl.href, async (client) => [
      await definitionsOf(client),
      await countRows(client),
    ]);
    expect(migrated).toEqual(await connected(fresh.adminUrl, definitionsOf));
    expect(after).toMatchObject(before);
  } finally {
    await connected(servers.postgres, (admin) => admin.query(`drop database ${name} with (force)`));
  }
});

type Applied = { schema: string; name: string; checksum: string };

/** Returns the migrations that a release had applied, and the rows of its tables. */
function readRows(release: Release): { applied: Applied[]; tables: ReadonlyMap<string, object[]> } {
  const lines = asOfNow(readFileSync(rowsFile(release), 'utf8'))
    .trim()
    .split('\n');
  const tables = new Map<string, object[]>();
  for (const [table, row] of lines.map((line) => JSON.parse(line) as [table: string, row: object]))
    tables.set(table, [...(tables.get(table) ?? []), row]);
  const applied = tables.get('migration.applied') as Applied[];
  tables.delete('migration.applied');
  return { applied, tables };
}

/**
 * Moves all times of recorded rows by the same duration, as if they had been recorded now. Otherwise, rows that are kept for days only would
 * be deleted during the migration.
 */
function asOfNow(rows: string): string {
  const written = rows.matchAll(/"(?:created|changed|sent|updated)_at": "([^"]+)"/g);
  const recordedAt = Math.max(...Array.from(written, ([, time]) => Date.parse(time!)));
  const passedMs = Date.now() - recordedAt;
  expect(passedMs).toBeGreaterThan(0);
  return rows.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+\+00:00"/g, (quoted) =>
    JSON.stringify(new Date(Date.parse(JSON.parse(quoted)) + passedMs).toISOString()),
  );
}

/** Applies the migrations of a release to an empty database. Fails if their statements have changed since the release. */
async function migrateTo(applied: readonly Applied[], adminUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-released-'));
  const folderOf = (schema: string) => {
    const own = join(folder, schema);
    mkdirSync(own, { recursive: true });
    return own;
  };
  const services = serviceSchemas();
  const sourceOf = (schema: string) =>
    services.find((service) => service.schema === schema)?.migrations ?? sharedMigrations;
  try {
    for (const { schema, name } of applied)
      cpSync(join(sourceOf(schema), name), join(folderOf(schema), name));
    await migrate({
      adminUrl,
      // Leaves out services that were added after the release.
      services: services
        .filter(({ schema }) => existsSync(join(folder, schema)))
        .map((service) => ({ ...service, migrations: folderOf(service.schema) })),
      sharedMigrations: folderOf('log'),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { rows } = await connected(adminUrl, (client) =>
    client.query<Applied>('select schema, name, checksum from migration.applied'),
  );
  const lines = (of: readonly Applied[]) =>
    of.map((row) => `${row.schema}/${row.name} ${row.checksum}`).sort();
  expect(lines(rows)).toEqual(lines(applied));
}

/**
 * Replaces all rows of a database.
 * @returns the number of rows by table
 */
async function insertRows(
  client: pg.Client,
  rows: ReadonlyMap<string, object[]>,
): Promise<Record<string, number>> {
  // Disables triggers and foreign keys, so that the order of the inserts does not matter.
  await client.query('set session_replication_role = replica');
  await client.query(`truncate ${Object.keys(await countRows(client)).join()}`);
  for (const [table, values] of rows) {
    const { rows: columns } = await client.query<{ name: string; identity: string }>(
      `select quote_ident(attname) as name, attidentity as identity from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = columns.map(({ name }) => name).join();
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(values)],
    );
    for (const { name } of columns.filter(({ identity }) => identity !== '')) {
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), (select max(${name}) from ${table}))`,
        [table, name],
      );
    }
  }
  return countRows(client);
}

const ownSchemas = `n.nspname not in ('pg_catalog', 'pg_toast', 'information_schema')`;

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and ${ownSchemas} and nspname <> 'migration'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query(`select count(*)::int as count from ${name}`);
    counts[name] = rows[0].count;
  }
  return counts;
}

/** Returns a line for each object that migrations define. The lines do not contain the order of a table's columns. */
async function definitionsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select format('column %s.%I %s %s %s %s %s %s', c.oid::regclass, attname, format_type(atttypid, atttypmod),
              attnotnull, attidentity, attgenerated, attcollation::regcollation, pg_get_expr(adbin, adrelid)) as definition
       from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
       left join pg_attrdef d on adrelid = attrelid and adnum = attnum
      where ${ownSchemas} and attnum > 0 and not attisdropped and relkind in ('r', 'v', 'm', 'p')
     union all
     select format('%s of %s, rights %s, options %s', relkind, c.oid::regclass, relacl, reloptions)
       from pg_class c join pg_namespace n on n.oid = relnamespace where ${ownSchemas}
     union all
     select format('constraint %s of %s %s: %s', conname, conrelid::regclass, convalidated, pg_get_constraintdef(o.oid))
       from pg_constraint o join pg_namespace n on n.oid = connamespace where ${ownSchemas}
     union all
     select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
       join pg_namespace n on n.oid = relnamespace where ${ownSchemas}
     union all
     select concat(pg_get_functiondef(p.oid), proacl::text) from pg_proc p join pg_namespace n on n.oid = pronamespace
      where ${ownSchemas} and prokind = 'f'
     union all
     select pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
     union all
     select format('type %s %s', t.oid::regtype, enumlabel) from pg_enum e join pg_type t on t.oid = enumtypid
     union all
     select format('publication %s of %s.%s: %s', pubname, schemaname, tablename, rowfilter) from pg_publication_tables
     union all
     select format('migration %s %s %s', schema, name, checksum) from migration.applied`,
  );
  return rows.map(({ definition }) => definition).sort();
}

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
