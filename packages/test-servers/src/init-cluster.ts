import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { initPostgres } from '@parley/embedded';
import { inject } from 'vitest';

const run = promisify(execFile);

/**
 * Creates a PostgreSQL cluster for a test. `initdb` takes a second of processor time, so it runs once in a run of tests.
 * Later clusters are copies, which therefore have the same system identifier.
 */
export async function initCluster(dir: string, password: string): Promise<void> {
  const template = templateOf(password);
  if (template && existsSync(template)) {
    mkdirSync(dirname(dir), { recursive: true });
    await run('cp', ['-a', template, dir]);
    return;
  }
  await initPostgres({ dir, password, noSync: true });
  if (!template) return;
  const copy = `${template}.${randomUUID()}`;
  await run('cp', ['-a', dir, copy]);
  try {
    renameSync(copy, template);
  } catch {
    // Another test file was faster.
    rmSync(copy, { recursive: true });
  }
}

/** Returns the path of the template of this run; undefined outside of a run of tests. */
function templateOf(password: string): string | undefined {
  try {
    return join(inject('parleyServersFolder'), `cluster-${password}`);
  } catch {
    return undefined;
  }
}
