import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  endProcess,
  environmentOf,
  isAlive,
  POSTGRES_VERSION,
  SetupError,
  startMark,
} from '@parley/embedded';
import { readProcesses } from './processes-file.ts';

/** Layout of the data directory; raised when an older one can no longer be used. */
const LAYOUT_VERSION = 1;

/** The variable by which a process shows whose child it is. */
export const DATA_DIR_VARIABLE = 'PARLEY_LAUNCHER_DATA_DIR';

/** A data directory that this launcher alone uses, until `release`. */
export type DataDir = {
  path: string;
  logs: string;
  release(): void;
};

/**
 * Opens a data directory: makes a new one, or checks that an existing one is ours, of this version, and not in
 * use. Ends the processes that a killed launcher left behind.
 *
 * @throws SetupError otherwise, before anything was changed.
 */
export async function openDataDir(path: string): Promise<DataDir> {
  const versionFile = join(path, 'version.json');
  const isNew = !existsSync(path) || readdirSync(path).length === 0;
  if (!isNew) checkVersion(path, versionFile);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (isNew)
      writeFileSync(versionFile, JSON.stringify({ layout: LAYOUT_VERSION, postgresql: POSTGRES_VERSION }));
    mkdirSync(join(path, 'logs'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new SetupError(`The data directory ${path} cannot be used: ${(error as Error).message}.`);
  }
  const lock = takeLock(path);
  await endLeftovers(path);
  return { path, logs: join(path, 'logs'), release: () => rmSync(lock, { force: true }) };
}

function checkVersion(path: string, versionFile: string): void {
  const found = readJson(versionFile) as { layout?: number; postgresql?: number } | undefined;
  if (found === undefined) {
    throw new SetupError(
      `${path} is not empty and not a data directory of Parley; choose another PARLEY_DATA_DIR.`,
    );
  }
  if (found.layout !== LAYOUT_VERSION || found.postgresql !== POSTGRES_VERSION) {
    const version = `layout ${found.layout}, PostgreSQL ${found.postgresql}`;
    const expected = `layout ${LAYOUT_VERSION}, PostgreSQL ${POSTGRES_VERSION}`;
    throw new SetupError(
      `The data directory ${path} is of another version (${version}); this Parley uses ${expected}.`,
    );
  }
}

/** The lock names its holder so exactly that one left by a killed launcher is known to be void. */
function takeLock(path: string): string {
  const file = join(path, 'launcher.lock');
  const own = JSON.stringify({ pid: process.pid, startMark: startMark(process.pid) });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, own, { flag: 'wx', mode: 0o600 });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readJson(file) as { pid?: number; startMark?: string } | undefined;
    const pid = holder?.pid ?? 0;
    if (isAlive(pid) && startMark(pid) === holder?.startMark) {
      throw new SetupError(`Parley is running on ${path} already (process ${pid}).`);
    }
    rmSync(file, { force: true });
  }
  throw new SetupError(`Another Parley is just starting on ${path}.`);
}

/** Services only: the servers look after their own leftovers when they start. */
async function endLeftovers(path: string): Promise<void> {
  const left = readProcesses(path).filter(({ pid }) => environmentOf(pid, DATA_DIR_VARIABLE) === path);
  await Promise.all(left.map(({ pid }) => endProcess(pid, 'SIGTERM', 3_000)));
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
