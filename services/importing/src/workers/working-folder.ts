import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportRow } from '../db/imports.ts';

/**
 * Makes a folder for everything that an import keeps on disk while it runs, and removes what an attempt has left that was killed: an
 * archive that was unpacked may be large.
 * @param base folder that the operator chose; empty: that of the system
 */
export async function workingFolder(
  base: string,
  { importId, fingerprint, startedAt }: Pick<ImportRow, 'importId' | 'fingerprint' | 'startedAt'>,
): Promise<{ path: string } & AsyncDisposable> {
  const parent = base === '' ? tmpdir() : base;
  // Other deployments may use the folder, too, and have an import of this number.
  const digest = createHash('sha256').update(`${importId} ${fingerprint} ${startedAt}`).digest('hex');
  const prefix = `parley-import-${digest.slice(0, 24)}-`;
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  const path = await mkdtemp(join(parent, prefix));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
