import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { envNameOf, schemaOwners } from '@parley/core';
import pg from 'pg';
import { expect, it } from 'vitest';
import { dumpDatabase } from './dump.ts';
import { findPrograms } from './postgres-programs.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../..');
const password = 'parley-backup-test';
const roles = schemaOwners.map(envNameOf);

/** Returns the two commands in the section "Dumps" of docs/operations/backup-restore.md, which create and restore a dump. */
async function commands(): Promise<[string, string]> {
  const text = await readFile(join(project, 'docs/operations/backup-restore.md'), 'utf8');
  const section = text.split('\n## ').find((part) => part.startsWith('Dumps\n'))!;
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
  expect(blocks).toHaveLength(2);
  return blocks as [string, string];
}

async function query(url: string, ...texts: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const text of texts) rows = (await client.query(text)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

it('names a server in each command, and contains only valid shell syntax', async () => {
  for (const block of await commands()) {
    await run('sh', ['-n', '-c', block]);
    for (const line of block.trim().split('\n')) expect(line).toMatch(/"\$(\w+_)?URL"/);
  }
});

it('creates and restores a dump with the documented commands', async (context) => {
  const programs = findPrograms();
  if (!programs) {
    const reason =
      'NOT TESTED: pg_dump, pg_restore, psql, or a server they are not too old for, are not installed';
    process.stderr.write(`${reason}\n`);
    return context.skip(reason);
  }
  const [take, restore] = await commands();
  const folder = await mkdtemp(join(tmpdir(), 'parley-dumps-'));
  const shell = (script: string, env: Record<string, string>) =>
    run('sh', ['-euc', script], {
      cwd: folder,
      env: { PATH: `${programs.dir}:${process.env.PATH}`, ...env },
    });
  try {
    await using old = await programs.startServer(password);
    await using fresh = await programs.startServer(password);
    const databaseUrl = old.urlOf('parley');
    await query(old.urlOf('postgres'), 'create database parley');
    await run(process.execPath, ['--conditions=parley-source', join(project, 'deploy/migrate/src/main.ts')], {
      env: {
        PATH: process.env.PATH,
        PARLEY_DATABASE_URL: databaseUrl,
        ...Object.fromEntries(roles.map((role) => [`PARLEY_${role}_DATABASE_PASSWORD`, password])),
      },
    });
    await query(databaseUrl, `select setval('messaging.message_ids', 4711)`);

    await shell(take, { PARLEY_DATABASE_URL: databaseUrl });
    const { stderr } = await shell(restore, {
      ADMIN_URL: fresh.urlOf('postgres'),
      NEW_DATABASE_URL: fresh.urlOf('parley'),
    });
    // The only permitted warning: the dump creates the administrator's role, which already exists.
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/role "parley_admin" already exists$/)]);

    expect(await dumpDatabase(fresh.urlOf('parley'))).toEqual(await dumpDatabase(databaseUrl));
    const asService = new URL(fresh.urlOf('parley'));
    asService.username = 'parley_messaging';
    expect(await query(asService.href, `select nextval('message_ids')::int as id`)).toEqual([{ id: 4712 }]);
    expect(await query(fresh.urlOf('parley'), 'select pubname from pg_publication')).toEqual([
      { pubname: 'parley_relay' },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
