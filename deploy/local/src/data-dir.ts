import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, errorMessage } from '@parley/core';
import {
  endProcess,
  environmentOf,
  isAlive,
  POSTGRES_VERSION,
  SetupError,
  startMark,
} from '@parley/embedded';
import { z } from 'zod';
import { readProcesses } from './processes-file.ts';

/** Version of the layout of data directories. Increase it when an older layout can no longer be used. */
const LAYOUT_VERSION = 1;

/** Environment variable with which the launcher marks its child processes. It contains the data directory. */
export const DATA_DIR_VARIABLE = 'PARLEY_LAUNCHER_DATA_DIR';

/** A data directory that this launcher has locked until `release`. */
export type DataDir = {
  path: string;
  logs: string;
  release(): void;
};

/**
 * Opens and locks a data directory. Creates it, or verifies that an existing one belongs to Parley, has this layout version and
 * is not in use. Ends processes that a killed launcher has left running.
 *
 * @param check checks further requirements of the machine. It runs after leftover processes have ended, and before a new
 * directory is created
 * @throws SetupError when the directory cannot be used. Errors of `check` are rethrown
 */
export async function openDataDir(path: string, check = async (): Promise<void> => {}): Promise<DataDir> {
  const usable = <T>(use: () => T): T => explained(path, use);
  const fresh = usable(() => isNew(path));
  if (fresh) {
    await check();
    usable(() => create(path));
  }
  usable(() => checkVersion(path));
  const lock = usable(() => takeLock(path));
  const release = () => rmSync(lock, { force: true });
  try {
    await endLeftovers(path);
    if (!fresh) await check();
    const logs = join(path, 'logs');
    usable(() => mkdirSync(logs, { recursive: true, mode: 0o700 }));
    return { path, logs, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** @throws SetupError that explains an error of the file system */
function explained<T>(path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const reason = reasons[code] ?? errorMessage(error);
    throw new SetupError(
      `The data directory ${path} cannot be used: ${reason}. Choose another PARLEY_DATA_DIR.`,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: 'it is a file, or below one',
  EACCES: 'this user may not read and write there',
  EPERM: 'this user may not read and write there',
  EROFS: 'it is on a file system that cannot be written to',
  ENOSPC: 'its disk is full',
};

function isNew(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

function create(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const version = JSON.stringify({ layout: LAYOUT_VERSION, postgresql: POSTGRES_VERSION });
  writeFileSync(versionFile(path), version);
}

function versionFile(path: string): string {
  return join(path, 'version.json');
}

function checkVersion(path: string): void {
  const found = readJson(versionFile(path), versionSchema);
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

/** Takes the lock, a file with the launcher's process ID and start time, so that the lock of a killed launcher is stale. */
function takeLock(path: string): string {
  const file = join(path, 'launcher.lock');
  const own = JSON.stringify({ pid: process.pid, startMark: startMark(process.pid) });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, own, { flag: 'wx', mode: 0o600 });
      return file;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const holder = readJson(file, lockSchema);
    const pid = holder?.pid ?? 0;
    if (isAlive(pid) && startMark(pid) === holder?.startMark) {
      throw new SetupError(`Parley is running on ${path} already (process ${pid}).`);
    }
    rmSync(file, { force: true });
  }
  throw new SetupError(`Another Parley is just starting on ${path}.`);
}

/** Ends leftover services. PostgreSQL and NATS lack the variable and stay, because their own start ends leftovers. */
async function endLeftovers(path: string): Promise<void> {
  const left = readProcesses(path).filter(({ pid }) => environmentOf(pid, DATA_DIR_VARIABLE) === path);
  await Promise.all(left.map(({ pid }) => endProcess(pid, 'SIGTERM', 3_000)));
}

const versionSchema = z.object({ layout: z.unknown().optional(), postgresql: z.unknown().optional() });
const lockSchema = z.object({ pid: z.number(), startMark: z.string().optional() });

function readJson<Content>(file: string, schema: z.ZodType<Content>): Content | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
