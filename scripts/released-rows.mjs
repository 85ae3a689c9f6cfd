// Reads the rows of an organization with demo data, as this version writes them. `npm run release -- record` stores the rows,
// so that tests of later versions can migrate a database of this version.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Returns a line for each applied migration, `["migration.applied",{schema, name, checksum}]`, followed by a line for each row
 * of the services' tables, `["<schema>.<table>",{…}]`.
 */
export async function demoRows() {
  const { startPostgres } = await import(join(root, 'packages/embedded/dist/index.js'));
  const { default: pg } = await import(createRequire(join(root, 'packages/db/')).resolve('pg'));
  const dir = mkdtempSync(join(tmpdir(), 'parley-rows-'));
  try {
    const { status } = spawnSync(process.execPath, [join(root, 'deploy/local/dist/main.js')], {
      env: {
        ...process.env,
        PARLEY_SEED: 'demo',
        PARLEY_DATA_DIR: join(dir, 'data'),
        PARLEY_ONLY_PREPARE: 'yes',
      },
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('The organization with demo data could not be created.');
    const { adminPassword: password } = JSON.parse(readFileSync(join(dir, 'data/secrets.json'), 'utf8'));
    const server = await startPostgres({ dir: join(dir, 'data/postgresql'), password });
    try {
      const client = new pg.Client({ connectionString: server.databaseUrl('parley') });
      await client.connect();
      try {
        return await rowsOf(client);
      } finally {
        await client.end();
      }
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function rowsOf(client) {
  // Reads the names of the tables, with their columns except generated ones.
  const { rows: tables } = await client.query(
    `select c.oid::regclass::text as name,
            string_agg(quote_ident(attname), ', ' order by attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = relnamespace
       join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'migration')
      group by c.oid order by 1`,
  );
  const { rows: applied } = await client.query(
    `select json_build_object('schema', schema, 'name', name, 'checksum', checksum)::text as row
       from migration.applied order by schema, number`,
  );
  const lines = applied.map(({ row }) => `["migration.applied",${row}]\n`);
  for (const { name, columns } of tables) {
    const { rows } = await client.query(
      `select to_jsonb(t)::text as row from (select ${columns} from ${name}) t order by 1`,
    );
    lines.push(...rows.map(({ row }) => `[${JSON.stringify(name)},${row}]\n`));
  }
  return lines;
}
