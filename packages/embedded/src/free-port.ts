import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './processes.ts';

/** First port of the range. The range is above the well-known ports and below the ephemeral ports (32768 and up). */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;

const claimed = new Set<string>();

/** While a process chooses a port, it listens on this port as a lock. So two processes never choose at the same time. */
const CHOOSING_PORT = FIRST_PORT - 1;
const CHOOSING_WITHIN_MS = 120_000;

let choosing: Promise<unknown> = Promise.resolve();

/**
 * Returns a free TCP port on 127.0.0.1 between 20000 and 32767, and claims it for this process. While this process lives, other
 * processes of the same user that call this function (such as parallel tests) get other ports, and do not even try this one.
 *
 * @throws Error when no port of the range is free, or when the port that serves as a lock stays in use for two minutes
 */
export function freePort(): Promise<number> {
  const chosen = choosing.then(choose);
  choosing = chosen.catch(() => undefined);
  return chosen;
}

async function choose(): Promise<number> {
  const guard = await listenWhenFree(CHOOSING_PORT);
  try {
    const span = LAST_PORT - FIRST_PORT + 1;
    const start = Math.floor(Math.random() * span);
    for (let step = 0; step < span; step += 1) {
      const port = FIRST_PORT + ((start + step) % span);
      if (isClaimed(port) || !(await canListen(port))) continue;
      claim(port);
      return port;
    }
    throw new Error(`no port between ${FIRST_PORT} and ${LAST_PORT} is free`);
  } finally {
    await close(guard);
  }
}

async function listenWhenFree(port: number): Promise<Server> {
  const until = performance.now() + CHOOSING_WITHIN_MS;
  while (performance.now() < until) {
    const server = await listen(port, '127.0.0.1');
    if (server) return server;
    await sleep(1 + Math.random() * 9);
  }
  throw new Error(`port ${port} is not free; it is needed to choose other ports`);
}

/** @param host address to listen on; default 127.0.0.1 */
export async function canListen(port: number, host = '127.0.0.1'): Promise<boolean> {
  const listening = await listen(port, host);
  if (listening) await close(listening);
  return listening !== undefined;
}

/** Returns a server that listens on the port; undefined when the port is in use. */
function listen(port: number, host: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Returns whether a process that is still running has claimed a port. */
function isClaimed(port: number): boolean {
  try {
    return isAlive(Number(readFileSync(claimFile(port), 'utf8')));
  } catch {
    return false;
  }
}

/** Claims a port by a file with the ID of the claiming process. Claims of ended processes may be replaced. */
function claim(port: number): void {
  const file = claimFile(port);
  // The file is written under another name first, so that other processes never read an incomplete claim.
  const written = `${file}.${process.pid}`;
  writeFileSync(written, String(process.pid));
  renameSync(written, file);
  if (claimed.size === 0) process.once('exit', releaseAll);
  claimed.add(file);
}

function releaseAll(): void {
  for (const file of claimed) rmSync(file, { force: true });
}

let directory: string | undefined;

function claimFile(port: number): string {
  if (directory === undefined) {
    // The path does not depend on `TMPDIR`, because processes with other values must see the claims as well.
    directory = `/tmp/parley-ports-${userInfo().uid}`;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }
  return join(directory, String(port));
}
