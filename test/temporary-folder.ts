import { mkdirSync, statfsSync } from 'node:fs';
import { freemem, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const gib = 2 ** 30;
/**
 * Free bytes that a file system in memory must have. NATS reserves most of them for its streams, without using them.
 */
const minFreeBytes = 6 * gib;
/** Memory that must be available, in bytes. */
const minMemoryBytes = 8 * gib;

/**
 * Returns the folder for temporary files of tests: in memory when there is enough of it, otherwise the usual one. Tests
 * create and delete hundreds of files with each database, which takes a quarter of the processor time of a run on a
 * disk.
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
    // This system has no such file system, or no right to write to it.
    return tmpdir();
  }
}
