import { mkdirSync, statfsSync } from 'node:fs';
import { freemem, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const gib = 2 ** 30;
/** Free bytes that a memory file system must have. NATS reserves most of them for its streams but does not use them. */
const minFreeBytes = 6 * gib;
/** Minimum amount of available memory, in bytes. */
const minMemoryBytes = 8 * gib;

/**
 * Returns the folder for temporary files of tests: TMPDIR if it is set, otherwise one in memory if enough is available,
 * otherwise the system's default. Tests create and delete hundreds of files with each database. On a disk, this takes a
 * quarter of a run's CPU time.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR !== undefined) return process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < minFreeBytes || freemem() < minMemoryBytes) return tmpdir();
    const folder = join('/dev/shm', `parley-tests-${userInfo().uid}`);
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    return folder;
  } catch {
    // The system has no memory file system, or the user may not write to it.
    return tmpdir();
  }
}
