import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './processes.ts';

/** Start of the range of ports: above the well-known ports and below the ephemeral range (32768 and up). */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;

const claimed = new Set<string>();

/**
 * Returns a free TCP port of 127.0.0.1 between 20000 and 32767, and claims it for this process. Other processes that
 * call this function (parallel tests) get other ports while this process lives.
 *
 * @throws Error when no port of the range is free
 */
export async function freePort(): Promise<number> {
  const span = LAST_PORT - FIRST_PORT + 1;
  const start = Math.floor(Math.random() * span);
  for (let step = 0; step < span; step += 1) {
    const port = FIRST_PORT + ((start + step) % span);
    if (!claim(port)) continue;
    if (await canListen(port)) return port;
    release(port);
  }
  throw new Error(`no port between ${FIRST_PORT} and ${LAST_PORT} is free`);
}

/**
 * Returns whether this process can listen on a TCP port now.
 *
 * @param host the address to try, by default 127.0.0.1.
 */
export function canListen(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Claims a port. A claim is a file that is named after the port and contains the ID of the claiming process. It ends
 * with that process.
 */
function claim(port: number): boolean {
  const file = claimFile(port);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      if (claimed.size === 0) process.once('exit', releaseAll);
      claimed.add(file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isAlive(claimant(file))) return false;
      rmSync(file, { force: true });
    }
  }
  return false;
}

function claimant(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function release(port: number): void {
  const file = claimFile(port);
  claimed.delete(file);
  rmSync(file, { force: true });
}

function releaseAll(): void {
  for (const file of claimed) rmSync(file, { force: true });
}

let directory: string | undefined;

function claimFile(port: number): string {
  if (directory === undefined) {
    directory = join(tmpdir(), `parley-ports-${userInfo().uid}`);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }
  return join(directory, String(port));
}
