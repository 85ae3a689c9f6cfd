import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { initPostgres } from '@parley/embedded';
import { inject } from 'vitest';

const run = promisify(execFile);

/**
 * Creates a PostgreSQL cluster (data directory) for a test. `initdb` takes a second of processor time, so it runs only once per
 * test run. Later clusters are copies of the first and therefore have the same system identifier.
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
    // Another test file has created the template at the same time.
    rmSync(copy, { recursive: true });
  }
}

/** Returns the path of this run's cluster template for a password, or undefined outside a test run. */
function templateOf(password: string): string | undefined {
  try {
    return join(inject('parleyServersFolder'), `cluster-${password}`);
  } catch {
    return undefined;
  }
}
